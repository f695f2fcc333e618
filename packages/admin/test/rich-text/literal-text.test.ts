import { expect, test } from "@jest/globals";
import { getSchema, type JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import { EditorState } from "@tiptap/pm/state";
import { fromMarkdown } from "@colophon/client/rich-text";
import { createExtensions } from "../../src/rich-text/basic/extensions.ts";
import { isSupportedMarkdown, markdownOf } from "../../src/rich-text/basic/markdown.ts";

const markdown = new MarkdownManager({ extensions: createExtensions() });
const schema = getSchema(createExtensions());

/** What the editor writes, as the field stores it. */
const written = (...content: JSONContent[]) =>
  markdownOf({ state: EditorState.create({ doc: schema.nodeFromJSON({ type: "doc", content }) }), markdown }) ?? "";

/** What the editor shows when it is opened again. */
const readBack = (text: string) => (schema.nodeFromJSON(markdown.parse(text)).toJSON() as JSONContent).content;

/** Lines between hard breaks. */
const paragraph = (...lines: string[]): JSONContent => ({
  type: "paragraph",
  content: lines.flatMap((text, at) => [...(at > 0 ? [{ type: "hardBreak" }] : []), { type: "text", text }]),
});
const heading = (text: string): JSONContent => ({ type: "heading", attrs: { level: 2 }, content: [{ type: "text", text }] });
const quote = (...content: JSONContent[]): JSONContent => ({ type: "blockquote", content });
const bullets = (...content: JSONContent[]): JSONContent => ({ type: "bulletList", content: [{ type: "listItem", content }] });
const numbers = (...content: JSONContent[]): JSONContent => ({
  type: "orderedList",
  attrs: { start: 1, type: null },
  content: [{ type: "listItem", content }],
});

/** The types and texts in it. Readers of Markdown leave out spaces at the start of a line. */
function outlineOf({ type, _type, text, content }: Inner): unknown {
  return {
    type: _type ?? type,
    ...(text !== undefined && { text: text.trimStart() }),
    ...(content && { content: content.map(outlineOf) }),
  };
}

interface Inner {
  readonly type?: string;
  readonly _type?: string;
  readonly text?: string;
  readonly content?: readonly Inner[];
}

test.each([
  ["- a", "\\- a"],
  ["+ a", "\\+ a"],
  ["* a", "\\* a"],
  ["-", "\\-"],
  ["1. a", "1\\. a"],
  ["12) a", "12\\) a"],
  ["1986. What a year", "1986\\. What a year"],
  ["A. Smith", "A\\. Smith"],
  ["Dr. Who", "Dr\\. Who"],
  ["iv) a", "iv\\) a"],
  ["# a", "\\# a"],
  ["###### a", "\\###### a"],
  ["> a", "&gt; a"],
  ["---", "\\---"],
  ["- - -", "\\- - -"],
  ["***", "\\*\\*\\*"],
  ["```", "\\`\\`\\`"],
  ["~~~", "\\~\\~\\~"],
  ["- [ ] a", "\\- \\[ \\] a"],
  ["[a]: b", "\\[a\\]: b"],
  ["    code", "&#32;   code"],
  ["\tcode", "&#9;code"],
  ["<div>", "&lt;div&gt;"],
])("a paragraph %j is written as %j and read back as the same paragraph", (text, expected) => {
  const stored = written(paragraph(text));

  expect(stored).toBe(expected);
  expect(readBack(stored)).toEqual([paragraph(text)]);
});

test.each([
  ["===", "\\==="],
  ["=", "\\="],
  ["---", "\\---"],
  ["-", "\\-"],
  ["+ a", "\\+ a"],
  ["1. a", "1\\. a"],
  ["# a", "\\# a"],
  [":-|-:", "\\:-|-:"],
])("a line %j after a line of text is written as %j and read back as the same line", (text, expected) => {
  const stored = written(paragraph("a | b", text));

  expect(stored).toBe(`a | b  \n${expected}`);
  expect(readBack(stored)).toEqual([paragraph("a | b", text)]);
});

test.each([
  ["-5 degrees", "a - b"],
  ["+1", "a # b"],
  ["#leeks", "#leeks"],
  ["1.5", "2. b"],
  ["===", "-5 degrees"],
  ["a", "  indented"],
  ["Mrs. a", "Dr. a"],
])("lines %j and %j, which are texts for Markdown, are written as they are", (first, later) => {
  expect(written(paragraph(first, later))).toBe(`${first}  \n${later}`);
  expect(isSupportedMarkdown(`${first}\n${later}`)).toBe(true);
});

test.each(["a #", "#", "# #", "a ## "])("a heading %j keeps its last signs", (text) => {
  expect(readBack(written(heading(text)))).toEqual([heading(text.trimEnd())]);
});

const STARTS = [
  "- a",
  "+",
  "* a",
  "1. a",
  "12) a",
  "Dr. a",
  "# a",
  "#",
  "#a",
  "-a",
  "> a",
  "---",
  "===",
  "- - -",
  "```",
  "    code",
  "| - |",
  ":-",
  "[a]: b",
  "a",
];
const PLACES: readonly (readonly [string, (inner: JSONContent) => JSONContent])[] = [
  ["a text", (inner) => inner],
  ["a quote", (inner) => quote(inner)],
  ["an item", (inner) => bullets(inner)],
  ["an item, before a list", (inner) => bullets(inner, bullets(paragraph("b")))],
  ["a later paragraph of an item", (inner) => bullets(paragraph("b"), inner)],
  ["an item of a numbered list", (inner) => numbers(inner)],
  ["an item of an inner list", (inner) => bullets(paragraph("b"), numbers(inner))],
  ["a quote in an item", (inner) => bullets(paragraph("b"), quote(inner))],
  ["an item in a quote", (inner) => quote(bullets(inner))],
];

test.each(PLACES)("any two lines that look like blocks are read back as one paragraph in %s, here and by other readers", (_where, put) => {
  const lines = STARTS.flatMap((one) => [[one], ...STARTS.map((other) => [one, other])]);

  for (const texts of lines) {
    const node = put(paragraph(...texts));
    const stored = written(node);

    expect([stored, readBack(stored)]).toEqual([stored, [node]]);
    expect([stored, fromMarkdown(stored).map(outlineOf)]).toEqual([stored, [outlineOf(node)]]);
  }
});
