/** Converts between stored blocks, `{ _type: "paragraph", content: [...] }`, and the editor's document. */
import { getSchema, type JSONContent } from "@tiptap/core";
import { isEqual } from "../../records/model/same-value.ts";
import { createExtensions } from "./extensions.ts";

type Block = Readonly<Record<string, unknown>>;

/** A document has a paragraph at least. */
export function blocksToDocument(blocks: readonly Block[]): JSONContent {
  if (blocks.length === 0) return { type: "doc", content: [{ type: "paragraph" }] };
  return { type: "doc", content: blocks.map(({ _type, _key: _, ...rest }) => ({ ...rest, type: String(_type) })) };
}

/** Null if it is empty. */
export function documentToBlocks({ content = [] }: JSONContent): readonly Block[] | null {
  const isEmpty = content.every(({ type, content: inside }) => type === "paragraph" && inside === undefined);
  return isEmpty ? null : content.map(({ type, ...rest }) => ({ _type: type, ...rest }));
}

/** Whether the editor supports all of it; other clients may store other blocks. */
export function areSupportedBlocks(blocks: readonly Block[]): boolean {
  if (blocks.length === 0) return true;
  try {
    const parsed = getSchema(createExtensions()).nodeFromJSON(blocksToDocument(blocks));
    parsed.check();
    return isEqual(documentToBlocks(parsed.toJSON() as JSONContent), blocks);
  } catch {
    return false;
  }
}
