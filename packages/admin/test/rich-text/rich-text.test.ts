import { expect, jest, test } from "@jest/globals";
import { getSchema, type JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import { EditorState } from "@tiptap/pm/state";
import { areSupportedBlocks, blocksOf, blocksToDocument, documentToBlocks } from "../../src/rich-text/basic/blocks.ts";
import { createExtensions } from "../../src/rich-text/basic/extensions.ts";
import { isSupportedMarkdown, markdownOf } from "../../src/rich-text/basic/markdown.ts";

/** An editor without a page. */
function editorOf(content: JSONContent) {
  return {
    state: EditorState.create({ doc: getSchema(createExtensions()).nodeFromJSON(content) }),
    markdown: new MarkdownManager({ extensions: createExtensions() }),
  };
}
const MANY_FORMS = [
  "# Title\n\nA *word*, a **bold** one, ~~none~~ and `code`, 2 \\* 3, a_b and <b>.",
  "- one\n- two\n  - inner\n\n3. first\n4. second",
  "> quoted\n>\n> twice\n\n```js\nlet a = 1;\n\nlet b;\n```\n\n---\n\nTwo  \nlines, [a link](https://a.example/)",
  "&nbsp;\n\n&nbsp;\n\nafter empty ones\n\n&nbsp;\n\n&nbsp;\n\nend",
  "&nbsp;",
  "",
];

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

test("each block's Markdown, joined, is the Markdown of the whole", () => {
  const manager = new MarkdownManager({ extensions: createExtensions() });
  const texts = [...MANY_FORMS, MANY_FORMS.join("\n\n")];

  for (const text of texts) {
    const { content = [] } = manager.parse(text);
    const editor = editorOf({ type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] });

    expect(markdownOf(editor)).toBe(manager.serialize(editor.state.doc.toJSON()).trim() || null);
    expect(blocksOf(editor)).toEqual(documentToBlocks(editor.state.doc.toJSON()));
  }
});

test("a key in a text of 400 paragraphs converts its own only", () => {
  const { state, markdown } = editorOf({
    type: "doc",
    content: Array.from({ length: 400 }, (_, at) => ({ type: "paragraph", content: [{ type: "text", text: `leek ${at}` }] })),
  });
  markdownOf({ state, markdown });
  const render = jest.spyOn(markdown, "renderNodeToMarkdown");

  const after = state.apply(state.tr.insertText("x", 1));

  expect(markdownOf({ state: after, markdown })).toMatch(/^xleek 0\n\nleek 1\n/);
  expect(render.mock.calls.flatMap(([node]) => node.content?.[0]?.text ?? [])).toEqual(["xleek 0"]);
});
