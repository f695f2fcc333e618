import { expect, test } from "@jest/globals";
import { blocksToDocument, documentToBlocks, areSupportedBlocks } from "../../src/rich-text/basic/blocks.ts";
import { isSupportedMarkdown } from "../../src/rich-text/basic/markdown.ts";

test.each([
  "",
  "One line.",
  "# Title\n\nA *word*, a **bold** one, ~~none~~ and `code`.",
  "- one\n- two\n  - inner\n\n1. first\n2. second",
  "* one\n* two",
  "> quoted\n\n```js\nlet a = 1;\n```\n\n---\n\nend",
  "A [link](https://a.example/) and __bold__, _slanted_.",
  "Two  \nlines",
])("the editor supports Markdown that it writes back unchanged: %j", (text) => {
  expect(isSupportedMarkdown(text)).toBe(true);
});

test.each([
  "| a | b |\n| - | - |\n| 1 | 2 |",
  "A footnote[^1].\n\n[^1]: There.",
  '<div class="note">Raw</div>',
  "<!-- a comment -->\n\nText",
  "![alt](https://a.example/x.png)",
  "A [reference][ref].\n\n[ref]: https://a.example/",
  "- [ ] open\n- [x] done",
])("the editor does not support Markdown that it would lose: %j", (text) => {
  expect(isSupportedMarkdown(text)).toBe(false);
});

const BLOCKS = [
  { _type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Leeks" }] },
  { _type: "paragraph", content: [{ type: "text", marks: [{ type: "bold" }], text: "Good" }] },
];

test("blocks go through the editor unchanged", () => {
  expect(documentToBlocks(blocksToDocument(BLOCKS))).toEqual(BLOCKS);
  expect(areSupportedBlocks(BLOCKS)).toBe(true);
  expect(documentToBlocks({ type: "doc", content: [{ type: "paragraph" }] })).toBeNull();
});

test("the editor does not support blocks of other clients", () => {
  expect(areSupportedBlocks([{ _type: "callout", text: "x" }])).toBe(false);
  expect(areSupportedBlocks([{ _type: "paragraph", _key: "k", content: [{ type: "text", text: "x" }] }])).toBe(false);
});
