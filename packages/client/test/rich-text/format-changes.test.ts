/** Stored rich text whose field gets another format. */
import { expect, test } from "@jest/globals";
import type { DocumentNode } from "@colophon/model";
import { changeFormat, type RichTextDefinition } from "../../src/rich-text/format-changes.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const DOCUMENT: RichTextDefinition = { name: "body", type: "richtext", format: "document", embeds: ["article"] };
const MARKDOWN: RichTextDefinition = { name: "body", type: "richtext", format: "markdown" };
const text = (value: string, ...marks: readonly { type: string }[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: readonly object[]): DocumentNode => ({ _type: "paragraph", content: content as never });

const toDocument = (markdown: string, definition = DOCUMENT) => changeFormat(definition, markdown);
const toMarkdown = (document: unknown) => changeFormat(MARKDOWN, JSON.stringify(document));

test.each([
  ["emphasis with any character", "*a* _b_ **c** __d__"],
  ["lists with any bullet, tight or loose", "* a\n\n* b\n  + c"],
  ["underlined headings", "A\n=\n\nB\n-"],
  ["links by reference", "[a][1] and [b]\n\n[1]: https://a.example\n[b]: /b"],
  ["lines that are broken anywhere", "a\nb\nc  \nd"],
  ["tables, tasks, code and rules", "| a | b |\n|:--|--:|\n| c | d |\n\n- [x] e\n\n~~~ts\nf\n~~~\n\n***"],
  ["images and records", `![a](asset:${ID} "b")\n\n[c](record:article/${ID})`],
  ["marks inside each other in any order", "*a **b*** and **c *d***"],
  ["an empty text", ""],
])("Markdown becomes a document without loss: %s", (_, markdown) => {
  expect(toDocument(markdown).isWhole).toBe(true);
});

test.each([
  ["HTML", "a <b>c</b>", [paragraph(text("a <b>c</b>"))]],
  [
    "pictures of other sites",
    "![a](https://a.example/b.png)",
    [paragraph(text("a", { type: "link", attrs: { href: "https://a.example/b.png" } } as never))],
  ],
  ["titles of links", '[a](/b "c")', [paragraph(text("a", { type: "link", attrs: { href: "/b" } } as never))]],
  ["small headings", "##### a", [{ _type: "heading", attrs: { level: 4 }, content: [text("a")] }]],
  ["comments", "[//]: # (a note)\n\na\n\n[note]: <> (another)", [paragraph(text("a"))]],
  ["links that run scripts", "[a](javascript:b)", [paragraph(text("a"))]],
])("Markdown that a document can't say is converted as far as possible, and named: %s", (_, markdown, document) => {
  expect(toDocument(markdown)).toEqual({ text: JSON.stringify(document), isWhole: false });
});

test("what the field doesn't accept becomes paragraphs with its text", () => {
  const deep = `${"> ".repeat(20)}a`;

  expect(toDocument(deep)).toEqual({ text: JSON.stringify([paragraph(text("a"))]), isWhole: false });
  expect(toDocument("```block ad\n{}\n```\n\na")).toEqual({ text: JSON.stringify([paragraph(text("a"))]), isWhole: false });
});

test.each([
  ["texts that an editor has split, and its empty last paragraph", [paragraph(text("a"), text("b")), { _type: "paragraph" }]],
  [
    "attributes that say nothing",
    [{ _type: "orderedList", attrs: { start: 1 }, content: [{ type: "listItem", content: [{ type: "paragraph" }] }] }],
  ],
  [
    "pictures, files and cards",
    [
      { _type: "image", attrs: { image: ID, alt: "a" } },
      { _type: "record", attrs: { entity: "article", id: ID } },
    ],
  ],
])("a document becomes Markdown without loss: %s", (_, document) => {
  expect(toMarkdown(document).isWhole).toBe(true);
});

test.each([
  ["marks that Markdown doesn't have", [paragraph(text("a", { type: "underline" }))], "a\n"],
  ["the place of a picture", [{ _type: "image", attrs: { image: ID, align: "left" } }], `![](asset:${ID})\n`],
  [
    "blocks of another format",
    [{ _type: "callout", tone: "red" }],
    '```json\n[\n  {\n    "_type": "callout",\n    "tone": "red"\n  }\n]\n```\n',
  ],
  ["JSON that is no document", { a: 1 }, '```json\n{\n  "a": 1\n}\n```\n'],
])("a document that Markdown can't say is converted as far as possible, and named: %s", (_, document, markdown) => {
  expect(toMarkdown(document)).toEqual({ text: markdown, isWhole: false });
});
