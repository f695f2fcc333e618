/** Where rich text refers to records, as if these were fields inside it; and its plain text. */
import type { FieldDefinition } from "../definitions.ts";
import type { DefinitionOf } from "../field-type.ts";
import {
  CHOSEN_NODES,
  MARK_NAMES,
  type ChosenNode,
  type MarkName,
  nodeNameOf,
  type DocumentInner,
  type DocumentNode,
  type RichDocument,
} from "./document.ts";
import { NODES, nodeRule } from "./nodes.ts";

type RichText = DefinitionOf<"richtext">;

/** References of one kind: the nodes or marks of a name, whose attribute has the ids of one entity. */
export interface Pointer {
  /** The path below the field, by which requests name it: `image`, `record.article`. */
  readonly names: readonly string[];
  /** The node or mark. */
  readonly of: string;
  readonly attribute: string;
  /** Those of them whose attribute `entity` is this; null: all. */
  readonly entity: string | null;
  readonly definition: FieldDefinition;
}

/** The entities that the text may refer to. A field without `embeds` names no records: the configuration's default is set when it is read. */
export function embedsOf({ embeds = [] }: Pick<RichText, "embeds">): readonly string[] {
  return embeds;
}

/** The nodes that a document may contain, paragraphs always. */
export function nodesOf({ nodes }: Pick<RichText, "nodes">): readonly ChosenNode[] {
  return nodes === undefined ? CHOSEN_NODES : CHOSEN_NODES.filter((name) => name === "paragraph" || nodes.includes(name));
}

/** The marks that its texts may have. */
export function marksOf({ marks }: Pick<RichText, "marks">): readonly MarkName[] {
  return marks === undefined ? MARK_NAMES : MARK_NAMES.filter((name) => marks.includes(name));
}

/** The definition of the field that the reference of an asset or a record would be. */
export function pointerDefinition(to: string, { accept }: Pick<RichText, "accept"> = {}): FieldDefinition {
  if (to === "_image") return { name: "image", type: "image", ...(accept && { accept }) };
  if (to === "_video" || to === "_file") return { name: to.slice(1), type: to === "_video" ? "video" : "file" };
  return { name: to, type: "relation", to };
}

/**
 * All kinds of references in a document, without those in the project's own blocks. Nodes and marks that the field no longer allows count:
 * stored ones stay.
 */
export function pointersIn(definition: RichText): readonly Pointer[] {
  const toEmbedded = (of: string) =>
    embedsOf(definition).map((entity) => ({ names: [of, entity], of, attribute: "id", entity, definition: pointerDefinition(entity) }));
  const inNodes = CHOSEN_NODES.flatMap((name): readonly Pointer[] => {
    const { reference } = NODES[name];
    if (!reference) return [];
    if (reference.to === "record") return toEmbedded(name);
    return [
      { names: [name], of: name, attribute: reference.attribute, entity: null, definition: pointerDefinition(reference.to, definition) },
    ];
  });
  return [...inNodes, ...toEmbedded("link")];
}

/** The text of a document, without its form: for search, previews and counts. */

/** Lines of blocks, one below the other; of images and files their texts. The project's own blocks have none. */
export function documentText(document: RichDocument): string {
  return document
    .flatMap(linesOf)
    .filter((line) => line !== "")
    .join("\n");
}

function linesOf(node: DocumentNode | DocumentInner): readonly string[] {
  const rule = nodeRule(nodeNameOf(node));
  if (!rule) return [];
  const { attrs = {}, content = [] } = node;
  const own = (rule.texts ?? []).flatMap((name) => (typeof attrs[name] === "string" ? [attrs[name]] : []));
  if (rule.content === "lines" || rule.content === "code") return [content.map(inlineText).join("")];
  return [...own, ...content.flatMap(linesOf)];
}

function inlineText({ type, text = "" }: DocumentInner): string {
  return type === "hardBreak" ? "\n" : text;
}
