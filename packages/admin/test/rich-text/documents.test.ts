import { expect, jest, test } from "@jest/globals";
import { getSchema } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { CHOSEN_NODES, MARK_NAMES, NODE_PARTS, NODES, type RichDocument } from "@colophon/model";
import { documentExtensions } from "../../src/rich-text/document/document-extensions.ts";
import { isSupportedDocument, storedDocument, toEditor, toStored } from "../../src/rich-text/document/documents.ts";
import { wordsIn } from "../../src/rich-text/frame/words.ts";
import { bodyValue } from "../../src/record-model/body.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const text = (value: string, ...marks: readonly { readonly type: string; readonly attrs?: Record<string, unknown> }[]) => ({
  type: "text",
  text: value,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: readonly object[]) => ({ type: "paragraph", ...(content.length > 0 && { content }) }) as never;

const DOCUMENT: RichDocument = [
  { _type: "heading", attrs: { level: 4 }, content: [text("Leeks")] },
  {
    _type: "paragraph",
    content: ["bold", "italic", "underline", "strike", "code", "subscript", "superscript", "highlight"].map((type) => text(type, { type })),
  },
  {
    _type: "paragraph",
    content: [
      text("a", { type: "link", attrs: { href: "https://a.example/" } }),
      { type: "hardBreak" },
      text("b", { type: "bold" }, { type: "code" }, { type: "link", attrs: { entity: "article", id: ID } }),
    ],
  },
  { _type: "bulletList", content: [{ type: "listItem", content: [paragraph(text("x"))] }] },
  { _type: "orderedList", attrs: { start: 3 }, content: [{ type: "listItem", content: [paragraph()] }] },
  { _type: "orderedList", content: [{ type: "listItem", content: [paragraph()] }] },
  { _type: "taskList", content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph(text("x"))] }] },
  { _type: "blockquote", content: [paragraph(text("x")), { type: "image", attrs: { image: ID, alt: "A" } }] },
  { _type: "codeBlock", attrs: { language: "ts" }, content: [text("let a;")] },
  { _type: "horizontalRule" },
  {
    _type: "table",
    content: [
      { type: "tableRow", content: [{ type: "tableHeader", attrs: { colspan: 2, align: "right" }, content: [paragraph(text("h"))] }] },
      { type: "tableRow", content: [1, 2].map(() => ({ type: "tableCell", content: [paragraph()] })) },
    ],
  },
  { _type: "image", attrs: { image: ID, caption: "C", align: "left" } },
  { _type: "file", attrs: { file: ID, title: "T" } },
  { _type: "video", attrs: { video: ID } },
  { _type: "embed", attrs: { url: "https://a.example/", provider: "a" } },
  { _type: "record", attrs: { entity: "article", id: ID } },
  { _type: "quote", attrs: { text: "hm", list: [1, { a: null }] } },
];

test("the editor knows every node and mark of documents", () => {
  const { nodes, marks } = getSchema([...documentExtensions(["quote"])]);

  expect(Object.keys(nodes).toSorted()).toEqual([...Object.keys(NODES), "doc", "quote", "text"].toSorted());
  expect(Object.keys(marks).toSorted()).toEqual([...MARK_NAMES].toSorted());
});

test("every node and mark of documents goes through the editor unchanged", () => {
  const text = JSON.stringify(DOCUMENT);
  for (const name of [...CHOSEN_NODES, ...NODE_PARTS, ...MARK_NAMES]) expect(text).toContain(`type":"${name}"`);
  for (const node of DOCUMENT) expect([node, isSupportedDocument([node], ["quote"])]).toEqual([node, true]);
  expect(isSupportedDocument(DOCUMENT, ["quote"])).toBe(true);
  expect(isSupportedDocument([], [])).toBe(true);
});

test("attributes with their usual values are left out, and an empty text is no value", () => {
  const document: RichDocument = [{ _type: "image", attrs: { image: null, alt: null } }];

  expect(isSupportedDocument(document, [])).toBe(true);
  expect(toStored(toEditor(document, []), [])).toEqual([{ _type: "image" }]);
  expect(toStored({ type: "doc", content: [{ type: "paragraph" }] }, [])).toBeNull();
});

test("what the editor would lose is edited in its stored form", () => {
  const quote = { _type: "quote", attrs: { text: "hm" } };

  expect(isSupportedDocument([quote], [])).toBe(false); // a block that is no longer configured
  expect(isSupportedDocument([{ _type: "paragraph", attrs: { align: "left" } }], [])).toBe(false);
  expect(isSupportedDocument([{ _type: "blockquote", content: [{ type: "quote", attrs: quote.attrs }] }], ["quote"])).toBe(false);
  expect(isSupportedDocument([{ _type: "paragraph", content: [text("x", { type: "shout" })] }], [])).toBe(false);
});

test("words are counted across nodes and marks, in languages without spaces too", () => {
  const count = (...nodes: RichDocument) => wordsIn(getSchema(documentExtensions([])).nodeFromJSON(toEditor(nodes, [])), "en");

  expect(count()).toBe(0);
  expect(count({ _type: "paragraph", content: [text("one tw"), text("o", { type: "bold" }), text(", and three.")] })).toBe(4);
  expect(count({ _type: "heading", attrs: { level: 1 }, content: [text("one")] }, { _type: "paragraph", content: [text("two")] })).toBe(2);
  expect(count({ _type: "paragraph", content: [text("one"), { type: "hardBreak" }, text("two")] })).toBe(2);
  expect(count({ _type: "paragraph", content: [text("私は学生です")] })).toBeGreaterThan(1);
});

test("a key converts the block that it changes, not the whole text", () => {
  const all = Array.from({ length: 400 }, (_, at): RichDocument[number] => ({ _type: "paragraph", content: [text(`Leek ${at}`)] }));
  const state = EditorState.create({ doc: getSchema(documentExtensions([])).nodeFromJSON(toEditor(all, [])) });
  storedDocument({ state }, []);
  const converted = jest.spyOn(Node.prototype, "toJSON");
  try {
    const typed = state.apply(state.tr.insertText("s", 7));

    const stored = storedDocument({ state: typed }, []);

    expect(stored).toEqual([{ _type: "paragraph", content: [text("Leek 0s")] }, ...all.slice(1)]);
    expect(converted.mock.contexts.filter((node) => (node as Node).isBlock)).toHaveLength(1);
  } finally {
    converted.mockRestore();
  }
});

test("items of blocks that are still empty are not sent", () => {
  const fields = [{ name: "sources", type: "array", of: { type: "text" } }] as const;
  const definition = { name: "body", type: "richtext", format: "document", blocks: [{ name: "fact", fields }] } as const;
  const fact = (sources: readonly unknown[]) => [paragraph(), { _type: "fact", attrs: { sources, more: 1 } }, { _type: "fact" }];

  expect(bodyValue(definition, fact(["a", null]))).toEqual(fact(["a"]));
});
