/** References in Markdown: `![alt](asset:<id>)`, `[text](record:<entity>/<id>)`, and definitions: `[label]: asset:<id>`. */
import type { DefinitionOf, ParseContext } from "../field-type.ts";
import { MAX_DOCUMENT_REFERENCES } from "../limits.ts";
import { markdownProse } from "./markdown-code.ts";
import { embedsOf, pointerDefinition, type Pointer } from "./pointers.ts";

type RichText = DefinitionOf<"richtext">;

const ID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

/** Changes references to one record of an entity to those to another one. */
export interface Move {
  readonly entity: string;
  readonly from: string;
  readonly to: string;
}

/** References of one kind. */
export interface MarkdownPointer extends Pick<Pointer, "names" | "definition"> {
  /** The entity that the link names; null for an image, which names none. */
  readonly entity: string | null;
}

/** What stands before the URL of a link, an image or a definition; PostgreSQL reads the pattern, too. */
export const BEFORE_MARKDOWN_URL = "(?:\\][(]\\s*|(?:^|\\n)[ \\t>]*\\[[^\\]\\[\\n]+\\]:[ \\t]*)<?";

/** A regular expression for the references to an entity: they end with the id, which is its group. */
function patternOf(entity: string | null): RegExp {
  return new RegExp(`${BEFORE_MARKDOWN_URL}${entity === null ? "asset:" : `record:${entity}/`}(${ID})`, "g");
}

/** All kinds of references in a Markdown field. One without `embeds` has none: its text is any text. */
export function markdownPointers(definition: RichText): readonly MarkdownPointer[] {
  if (definition.embeds === undefined) return [];
  const toRecord = (entity: string) => ({ names: ["record", entity], entity, definition: pointerDefinition(entity) });
  return [{ names: ["image"], entity: null, definition: pointerDefinition("_image", definition) }, ...embedsOf(definition).map(toRecord)];
}

/** Names the references in a text, so that they are checked. */
export function referInMarkdown(text: string, definition: RichText, context: ParseContext): void {
  const pointers = markdownPointers(definition);
  const prose = pointers.length > 0 ? markdownProse(text) : text;
  const found = pointers.flatMap(({ entity, definition: target }) => {
    const ids = [...prose.matchAll(patternOf(entity))].map(([, id = ""]) => id.toLowerCase());
    return [...new Set(ids)].map((id) => [target, id] as const);
  });
  if (found.length > MAX_DOCUMENT_REFERENCES) context.reject(`must have at most ${MAX_DOCUMENT_REFERENCES} references`);
  else for (const [target, id] of found) context.parse(target, id, "");
}

/** The text with its references moved. Code, which has none, stays as it is. */
export function movedInMarkdown(text: string, definition: RichText, { entity, from, to }: Move): string {
  const pointers = markdownPointers(definition).filter((pointer) => (pointer.entity ?? "_image") === entity);
  const prose = pointers.length > 0 ? markdownProse(text) : text;
  const found = pointers.flatMap((pointer) => [...prose.matchAll(patternOf(pointer.entity))]);
  const ends = found.filter(([, id]) => id?.toLowerCase() === from.toLowerCase()).map(({ index, 0: { length } }) => index + length);
  return ends.reduce((moved, end) => moved.slice(0, end - from.length) + to + moved.slice(end), text); // ids have one length
}
