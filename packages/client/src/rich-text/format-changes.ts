/** Stored rich text in another format of its field, and whether the form that it had can be told from the result. */
import {
  documentText,
  isPlainObject,
  parseValue,
  startPass,
  type DocumentNode,
  type FieldDefinition,
  type Pattern,
  type RichDocument,
} from "@colophon/model";
import { fromMarkdown } from "./from-markdown.ts";
import { markdownForm } from "./markdown-form.ts";
import { normalDocument } from "./normal-document.ts";
import { toMarkdown } from "./to-markdown.ts";

export type RichTextDefinition = Extract<FieldDefinition, { readonly type: "richtext" }>;

export interface ChangedFormat {
  /** A document as JSON, or Markdown. */
  readonly text: string;
  /** Whether it says all that the stored text said. */
  readonly isWhole: boolean;
}

/**
 * Stored rich text as its field stores it now: Markdown as a document, or a document as Markdown. What the
 * field doesn't accept becomes paragraphs with its text, what is no document becomes a block of code.
 *
 * @param stored - Markdown, or the JSON text of a document.
 */
export function changeFormat(definition: RichTextDefinition, stored: string): ChangedFormat {
  return definition.format === "document" ? toDocument(definition, stored) : fromDocument(stored);
}

function toDocument(definition: RichTextDefinition, markdown: string): ChangedFormat {
  const document = fromMarkdown(markdown);
  if (!isAccepted(definition, document)) return { text: JSON.stringify(paragraphsOf(documentText(document))), isWhole: false };
  return { text: JSON.stringify(document), isWhole: saysAll(document, markdown) };
}

/** Whether a document that was read from Markdown says all that the text says. */
export function saysAll(document: RichDocument, markdown: string): boolean {
  return isSame(markdownForm(markdown), markdownForm(toMarkdown(document)));
}

function fromDocument(stored: string): ChangedFormat {
  const document: unknown = JSON.parse(stored);
  if (!isDocument(document)) return { text: toMarkdown([codeOf(document)]), isWhole: false };
  const markdown = toMarkdown(document);
  return { text: markdown, isWhole: isSame(normalDocument(fromMarkdown(markdown)), normalDocument(document)) };
}

function codeOf(json: unknown): DocumentNode {
  return { _type: "codeBlock", attrs: { language: "json" }, content: [{ type: "text", text: JSON.stringify(json, null, 2) }] };
}

/** Whether it has the form of a document, with no other members at any depth. Own blocks have any attributes. */
function isDocument(value: unknown): value is RichDocument {
  return Array.isArray(value) && value.every((node) => isNode(node, "_type", ["attrs", "content"]));
}

function isNode(node: unknown, type: "type" | "_type", members: readonly string[]): boolean {
  if (!isPlainObject(node) || typeof node[type] !== "string") return false;
  const { content = [], marks = [] } = node;
  return (
    Object.keys(node).every((name) => name === type || members.includes(name)) &&
    Array.isArray(content) &&
    content.every((inner) => isNode(inner, "type", ["attrs", "content", "text", "marks"])) &&
    Array.isArray(marks) &&
    marks.every((mark) => isNode(mark, "type", ["attrs"]))
  );
}

const ANY_TEXT: Pattern = { source: "", flags: "", maxLength: 0, test: () => true };

/** Whether the field can store it, with nodes that it doesn't offer; blocks that it doesn't have would be left out. */
function isAccepted(definition: RichTextDefinition, document: RichDocument): boolean {
  const pass = startPass({ draft: true, stored: true, makeKey: () => "", patternOf: () => ANY_TEXT });
  const parsed = parseValue(pass, definition, document, { path: definition.name, nested: false });
  return pass.problems.length === 0 && Array.isArray(parsed) && parsed.length === document.length;
}

const MAX_PARAGRAPHS = 4000;

function paragraphsOf(text: string): RichDocument {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const kept = lines.length > MAX_PARAGRAPHS ? [lines.join(" ")] : lines;
  return kept.map((line) => ({ _type: "paragraph", content: [{ type: "text", text: line }] }));
}

/** Equal as JSON, in whatever order the members are. */
function isSame(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1))) : inner,
  );
}
