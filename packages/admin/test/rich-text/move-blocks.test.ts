import { expect, test } from "@jest/globals";
import { getSchema } from "@tiptap/core";
import { AllSelection, EditorState, NodeSelection, TextSelection, type Selection } from "@tiptap/pm/state";
import type { Node } from "@tiptap/pm/model";
import { documentExtensions } from "../../src/rich-text/document/document-extensions.ts";
import { toEditor } from "../../src/rich-text/document/documents.ts";
import { moveBlocks, moveOf, type Direction } from "../../src/rich-text/move/move-blocks.ts";

const doc = getSchema(documentExtensions([])).nodeFromJSON(
  toEditor(
    [..."abc"].map((text) => ({ _type: "paragraph", content: [{ type: "text", text }] })).concat({ _type: "horizontalRule" } as never),
    [],
  ),
);
const RULE_AT = doc.content.size - 1;

const text = (from: number, to = from) => TextSelection.create(doc, from, to);
test.each<{ selection: Selection; direction: Direction; blocks: string; place: number }>([
  { selection: text(5), direction: "up", blocks: "bac-", place: 1 },
  { selection: text(5), direction: "down", blocks: "acb-", place: 3 },
  { selection: text(2, 5), direction: "down", blocks: "cab-", place: 2 },
  { selection: text(4, 8), direction: "up", blocks: "bca-", place: 1 },
  { selection: NodeSelection.create(doc, RULE_AT), direction: "up", blocks: "ab-c", place: 3 },
  { selection: text(8), direction: "down", blocks: "ab-c", place: 4 },
])("selected blocks move $direction together, and stay selected: $blocks", ({ selection, direction, blocks, place }) => {
  const state = EditorState.create({ doc, selection });

  const tr = moveBlocks(state, direction);

  expect(shown(tr.doc)).toBe(blocks);
  expect(moveOf(tr)).toEqual({ isMoved: true, place, count: 4 });
  expect(tr.selection.content().toJSON()).toEqual(selection.content().toJSON());
});

test.each<{ selection: Selection; direction: Direction; place: number }>([
  { selection: text(1), direction: "up", place: 1 },
  { selection: NodeSelection.create(doc, RULE_AT), direction: "down", place: 4 },
  { selection: new AllSelection(doc), direction: "down", place: 1 },
])("at the edge of the text, blocks go no further $direction", ({ selection, direction, place }) => {
  const tr = moveBlocks(EditorState.create({ doc, selection }), direction);

  expect(tr.docChanged).toBe(false);
  expect(moveOf(tr)).toEqual({ isMoved: false, place, count: 4 });
});

function shown(document: Node): string {
  return document.children.map((block) => block.textContent || "-").join("");
}
