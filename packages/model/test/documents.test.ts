/** Documents of rich text, as the API reads them. */
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import {
  CARD_NODES,
  CHOSEN_NODES,
  documentText,
  jsonSchemaOf,
  MARK_NAMES,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_DEPTH,
  MAX_DOCUMENT_NODES,
  MAX_DOCUMENT_REFERENCES,
  NODES,
  parseValue,
  pointersIn,
  startPass,
  type FieldDefinition,
  type RichDocument,
} from "../src/index.ts";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const body = (options: object = {}) => ({ name: "body", type: "richtext", format: "document", ...options }) as FieldDefinition;
const FULL = body({
  embeds: ["article", "person"],
  blocks: [
    {
      name: "quote",
      fields: [
        { name: "text", type: "text", required: true },
        { name: "by", type: "relation", to: "person" },
      ],
    },
  ],
});

function read(definition: FieldDefinition, value: unknown, unchanged: readonly string[] = []) {
  const patternOf = () => ({ source: "", flags: "", maxLength: 1, test: () => true });
  const pass = startPass({ draft: false, makeKey: () => "made", patternOf, unchanged: new Set(unchanged) });
  const parsed = parseValue(pass, definition, value, { path: "body", nested: false });
  return { parsed, problems: pass.problems.map(({ field }) => field), references: pass.references, messages: pass.problems };
}

const text = (value: string, ...marks: readonly unknown[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: readonly unknown[]) => ({ _type: "paragraph", content });
const inner = (...content: readonly unknown[]) => ({ type: "paragraph", content });

/** Every node and every mark once. */
const EVERYTHING = [
  paragraph(text("a", { type: "bold" }, { type: "italic" }), { type: "hardBreak" }, text("b", { type: "link", attrs: { href: "/x?y#z" } })),
  paragraph(...["underline", "strike", "code", "subscript", "superscript", "highlight"].map((type) => text("m", { type }))),
  paragraph(text("c", { type: "link", attrs: { entity: "article", id: ID } })),
  { _type: "paragraph" },
  { _type: "heading", attrs: { level: 4 }, content: [text("Title")] },
  {
    _type: "bulletList",
    content: [
      { type: "listItem", content: [inner(text("one")), { type: "bulletList", content: [{ type: "listItem", content: [inner()] }] }] },
    ],
  },
  { _type: "orderedList", attrs: { start: 3 }, content: [{ type: "listItem", content: [inner(text("one"))] }] },
  { _type: "taskList", content: [{ type: "taskItem", attrs: { checked: true }, content: [inner(text("done"))] }] },
  { _type: "blockquote", content: [inner(text("said")), { type: "image", attrs: { image: ID, alt: "in it" } }] },
  { _type: "codeBlock", attrs: { language: "ts" }, content: [text("let a;\n")] },
  { _type: "horizontalRule" },
  {
    _type: "table",
    content: [
      { type: "tableRow", content: [{ type: "tableHeader", attrs: { colspan: 2, align: "right" }, content: [inner(text("head"))] }] },
      {
        type: "tableRow",
        content: [
          { type: "tableCell", content: [inner(text("x"))] },
          { type: "tableCell", attrs: { rowspan: 1, align: null }, content: [inner()] },
        ],
      },
    ],
  },
  { _type: "image", attrs: { image: ID, alt: "A", caption: "B", align: "left" } },
  { _type: "file", attrs: { file: ID, title: "Report" } },
  { _type: "video", attrs: { video: ID, caption: "Moving" } },
  { _type: "embed", attrs: { url: "https://example.com/v", provider: "example" } },
  { _type: "record", attrs: { entity: "person", id: ID } },
  { _type: "quote", attrs: { text: "hm", by: ID } },
];

test("a document with every node and every mark is stored as it is sent", () => {
  const { parsed, problems } = read(FULL, EVERYTHING);

  expect(problems).toEqual([]);
  expect(parsed).toEqual(EVERYTHING);
  const used = JSON.stringify(EVERYTHING);
  expect([...CHOSEN_NODES, ...MARK_NAMES, ...Object.keys(NODES)].filter((name) => !used.includes(`"${name}"`))).toEqual([]);
});

test("the JSON Schema accepts what the parser accepts", () => {
  const validate = ajv.compile(jsonSchemaOf(FULL));

  expect(validate(EVERYTHING) || validate.errors).toBe(true);
});

test("its references are those of assets, records, links and own blocks, each with its path", () => {
  const found = read(FULL, EVERYTHING).references.map(({ path, entity }) => `${path} ${entity}`);

  expect(found).toEqual([
    "body.2.content.0.marks.0.attrs.id article",
    "body.8.content.1.attrs.image _image",
    "body.12.attrs.image _image",
    "body.13.attrs.file _file",
    "body.14.attrs.video _video",
    "body.16.attrs.id person",
    "body.17.attrs.by person",
  ]);
  expect(pointersIn(FULL as FieldDefinition & { type: "richtext" }).map(({ names }) => names.join("."))).toEqual([
    "image",
    "file",
    "video",
    "record.article",
    "record.person",
    "link.article",
    "link.person",
  ]);
});

test("everything that a document may not contain is refused with its path", () => {
  const wrong: [document: unknown, ...paths: string[]][] = [
    ["text", "body"],
    [[1], "body.0"],
    [[{ type: "paragraph" }], "body.0._type"],
    [[{ _type: "aside" }], "body.0._type"],
    [[{ _type: "listItem", content: [inner()] }], "body.0._type"],
    [[{ _type: "paragraph", extra: 1 }], "body.0.extra"],
    [[{ _type: "paragraph", attrs: { align: "left" } }], "body.0.attrs.align"],
    [[{ _type: "paragraph", attrs: [] }], "body.0.attrs"],
    [[{ _type: "heading", content: [] }], "body.0.attrs.level"],
    [[{ _type: "heading", attrs: { level: 5 } }], "body.0.attrs.level"],
    [[{ _type: "heading", attrs: { level: null } }], "body.0.attrs.level"],
    [[{ _type: "bulletList" }], "body.0.content"],
    [[{ _type: "bulletList", content: [] }], "body.0.content"],
    [[{ _type: "bulletList", content: [inner()] }], "body.0.content.0.type"],
    [[{ _type: "horizontalRule", content: [] }], "body.0.content"],
    [[paragraph(text(""))], "body.0.content.0.text"],
    [[paragraph({ type: "text" })], "body.0.content.0.text"],
    [[paragraph(text("a\u0000"))], "body.0.content.0.text"],
    [[paragraph({ ...text("a"), attrs: {} })], "body.0.content.0.attrs"],
    [[paragraph(inner())], "body.0.content.0.type"],
    [[paragraph(text("a", { type: "shout" }))], "body.0.content.0.marks.0.type"],
    [[paragraph(text("a", { type: "bold" }, { type: "bold" }))], "body.0.content.0.marks.1.type"],
    [[paragraph(text("a", { type: "bold", attrs: { weight: 1 } }))], "body.0.content.0.marks.0.attrs.weight"],
    [[paragraph(text("a", { type: "link" }))], "body.0.content.0.marks.0.attrs"],
    [[paragraph(text("a", { type: "link", attrs: { href: "/a", entity: "article", id: ID } }))], "body.0.content.0.marks.0.attrs"],
    [[paragraph(text("a", { type: "link", attrs: { href: "javascript:alert(1)" } }))], "body.0.content.0.marks.0.attrs.href"],
    [[paragraph(text("a", { type: "link", attrs: { href: " java\tscript:alert(1)" } }))], "body.0.content.0.marks.0.attrs.href"],
    [[paragraph(text("a", { type: "link", attrs: { href: "data:text/html,x" } }))], "body.0.content.0.marks.0.attrs.href"],
    [[paragraph(text("a", { type: "link", attrs: { entity: "secret", id: ID } }))], "body.0.content.0.marks.0.attrs.entity"],
    [[{ _type: "codeBlock", content: [text("a", { type: "bold" })] }], "body.0.content.0.marks"],
    [[{ _type: "image", attrs: { image: "x" } }], "body.0.attrs.image"],
    [[{ _type: "embed", attrs: { url: "http://example.com" } }], "body.0.attrs.url"],
    [[{ _type: "record", attrs: { entity: "secret", id: ID } }], "body.0.attrs.entity"],
    [[{ _type: "quote", attrs: {} }], "body.0.attrs.text"],
    [[{ _type: "quote", attrs: { text: "a", other: 1 } }], "body.0.attrs.other"],
    [[{ _type: "quote", text: "a" }], "body.0.text", "body.0.attrs.text"],
    [[{ _type: "blockquote", content: [{ type: "quote", attrs: { text: "a" } }] }], "body.0.content.0.type"],
  ];

  for (const [document, ...paths] of wrong) expect([document, read(FULL, document).problems]).toEqual([document, paths]);
});

test("a field takes only the nodes and marks that it lists, and keeps others that are stored already", () => {
  const few = body({ nodes: ["heading"], marks: ["bold"] });
  const document = [{ _type: "horizontalRule" }, paragraph(text("a", { type: "italic" }))];

  expect(read(few, document).problems).toEqual(["body.0._type", "body.1.content.0.marks.0.type"]);
  expect(read(few, document, ["body.0._type", "body.1.content.0.marks.0.type"])).toMatchObject({ problems: [], parsed: document });
  expect(read(few, [{ _type: "heading", attrs: { level: 1 }, content: [text("a", { type: "bold" })] }]).problems).toEqual([]);
});

test("texts are stored in NFC, and an empty reference stands for a record that is gone", () => {
  const { parsed, problems } = read(FULL, [paragraph(text("u\u0308")), { _type: "image", attrs: { image: null, alt: "u\u0308" } }]);

  expect(problems).toEqual([]);
  expect(parsed).toEqual([paragraph(text("\u00fc")), { _type: "image", attrs: { image: null, alt: "\u00fc" } }]);
});

test("nodes, levels, references and bytes are limited", () => {
  const nested = (depth: number): unknown => (depth === 1 ? inner(text("a")) : { type: "blockquote", content: [nested(depth - 1)] });
  const deep = (levels: number) => [{ _type: "blockquote", content: [nested(levels - 2)] }]; // a paragraph and its text are two levels
  const images = (count: number) => Array.from({ length: count }, () => ({ _type: "image", attrs: { image: ID } }));
  const lines = (count: number) => Array.from({ length: count }, () => ({ _type: "paragraph" }));

  expect(read(FULL, deep(MAX_DOCUMENT_DEPTH)).problems).toEqual([]);
  expect(read(FULL, deep(MAX_DOCUMENT_DEPTH + 1)).messages[0]?.message).toMatch(/at most 16 levels/);
  expect(read(FULL, lines(MAX_DOCUMENT_NODES)).problems).toEqual([]);
  expect(read(FULL, lines(MAX_DOCUMENT_NODES + 1)).problems).toEqual(["body"]);
  expect(read(FULL, images(MAX_DOCUMENT_REFERENCES)).problems).toEqual([]);
  expect(read(FULL, images(MAX_DOCUMENT_REFERENCES + 1)).problems).toEqual(["body"]);
  expect(read(FULL, [paragraph(text("a".repeat(MAX_DOCUMENT_BYTES)))]).problems).toEqual(["body"]);
});

test("its text has the words of every line, and those of images and files", () => {
  expect(documentText(EVERYTHING as RichDocument)).toBe(
    "a\nb\nmmmmmm\nc\nTitle\none\none\ndone\nsaid\nin it\nlet a;\n\nhead\nx\nA\nB\nReport\nMoving",
  );
});

test("Markdown with `embeds` refers to images and records; without it, its text is any text", () => {
  const markdown = `![a](asset:${ID.toUpperCase()}) and [b](record:article/${ID}), [c](record:other/${ID}), [d](record:article/x)`;
  const found = (options: object) =>
    read({ name: "body", type: "richtext", ...options }, markdown).references.map(({ entity, id }) => `${entity} ${id}`);

  expect(found({ embeds: ["article"] })).toEqual([`_image ${ID}`, `article ${ID}`]);
  expect(found({ embeds: [] })).toEqual([`_image ${ID}`]);
  expect(found({})).toEqual([]);
});

test("the nodes that are attributes only are those of the table without content", () => {
  const withoutContent = Object.entries(NODES).filter(([, { attrs, content }]) => content === null && Object.keys(attrs).length > 0);

  expect(withoutContent.map(([name]) => name)).toEqual(CARD_NODES);
});
