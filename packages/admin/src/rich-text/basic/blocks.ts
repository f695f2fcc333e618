/** Converts between stored blocks, `{ _type: "paragraph", content: [...] }`, and the editor's document. */
import { getSchema, type Editor, type JSONContent } from "@tiptap/core";
import { isEqual } from "../../record-model/same-value.ts";
import { oncePerBlock } from "../once-per-block.ts";
import { createExtensions } from "./extensions.ts";

type Block = Readonly<Record<string, unknown>>;

/** A document has a paragraph at least. */
export function blocksToDocument(blocks: readonly Block[]): JSONContent {
  if (blocks.length === 0) return { type: "doc", content: [{ type: "paragraph" }] };
  return { type: "doc", content: blocks.map(({ _type, _key: _, ...rest }) => ({ ...rest, type: String(_type) })) };
}

/** Null if it is empty. */
export function documentToBlocks({ content = [] }: JSONContent): readonly Block[] | null {
  return unlessEmpty(content.map(toBlock));
}

const storedBlocks = oncePerBlock((block, _: null) => toBlock(block.toJSON() as JSONContent));

/** The blocks of an editor; null if they are empty. */
export function blocksOf({ state: { doc } }: Pick<Editor, "state">): readonly Block[] | null {
  return unlessEmpty(storedBlocks(doc, null));
}

const toBlock = ({ type, ...rest }: JSONContent): Block => ({ _type: type, ...rest });

function unlessEmpty(blocks: readonly Block[]): readonly Block[] | null {
  return blocks.every(({ _type, content }) => _type === "paragraph" && content === undefined) ? null : blocks;
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
