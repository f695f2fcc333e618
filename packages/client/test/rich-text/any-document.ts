/** Documents in the normal form of a conversion: texts with different marks beside each other, without attributes that are null. */
import { MARK_NAMES, type DocumentInner, type DocumentMark, type DocumentNode } from "@colophon/model";
import fc from "fast-check";
import { joinTexts, orderedMarks, toTop } from "../../src/rich-text/nodes.ts";

export const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
type Arb<T> = fc.Arbitrary<T>;
const strange = [
  "a",
  "b c",
  "*",
  "_",
  "`",
  "~~x~~",
  "[y](z)",
  "![",
  "<b>",
  "&amp;",
  "1. x",
  "- [ ] t",
  "[ ] t",
  "[x]",
  "---",
  "***",
  "___",
  "# h",
  "1)",
  "|",
  "\\",
  "é",
  "👍",
  "https://a.example/b",
  "x@y.example",
  ":",
  "> q",
  "+",
  "=",
  "(c)",
  "'",
  '"',
];
const word = fc.oneof(fc.constantFrom(...strange), fc.string({ maxLength: 4 }));
/** A text as one line shows it: spaces only between other characters. */
const line = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) =>
    words
      .join(" ")
      .replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200d\u2028\u2029\ufeff\u00a0\ufffd]+/g, " ")
      .trim(),
  )
  .filter((text) => text !== "");
const href = fc.constantFrom("https://a.example/b?c=d&e=f#g", "/x", "#y", "mailto:a@b.example", "tel:+4912", "x/(y)", "?a=\"'");

function marks(names: readonly string[]): Arb<readonly DocumentMark[]> {
  const link = fc.oneof(
    href.map((url): DocumentMark => ({ type: "link", attrs: { href: url } })),
    fc.constant<DocumentMark>({ type: "link", attrs: { entity: "article", id: ID } }),
  );
  return fc
    .tuple(
      fc.subarray(
        names.filter((name) => name !== "link"),
        { maxLength: 3 },
      ),
      fc.option(link, { freq: 4 }),
    )
    .map(([plain, document]) => {
      const all = [...plain.map((type) => ({ type })), ...(document && names.includes("link") ? [document] : [])];
      return orderedMarks(all);
    });
}

interface Form {
  readonly marks: readonly string[];
  /** Whether lines may be empty, and have breaks and spaces between differently marked texts. */
  readonly isHtml: boolean;
}

const HTML: Form = { marks: MARK_NAMES, isHtml: true };
const MARKDOWN: Form = { marks: ["bold", "italic", "strike", "code", "link"], isHtml: false };

/** Code in a cell of a Markdown table can't have a backslash before a pipe. */
function withoutEscapes(node: DocumentInner): DocumentInner {
  return node.marks?.some(({ type }) => type === "code") ? { ...node, text: node.text?.replaceAll("\\", "/") ?? "" } : node;
}

function inline(form: Form): Arb<readonly DocumentInner[]> {
  const text = fc
    .tuple(line, marks(form.marks))
    .map(([value, given]): DocumentInner => ({ type: "text", text: value, ...(given.length > 0 && { marks: given }) }));
  const document = form.isHtml
    ? fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.constant<DocumentInner>({ type: "hardBreak" }) })
    : text;
  return fc
    .array(document, { minLength: form.isHtml ? 0 : 1, maxLength: 4 })
    .map((nodes) => joinTexts(form.isHtml ? nodes : nodes.map(withoutEscapes)));
}

/** In Markdown, only paragraphs have breaks, and only between texts. */
function lines(form: Form): Arb<readonly DocumentInner[]> {
  const arbitrary = inline(form);
  if (form.isHtml) return arbitrary;
  return fc
    .array(arbitrary, { minLength: 1, maxLength: 2 })
    .map(([first = [], ...more]) => [...first, ...more.flatMap((texts) => [{ type: "hardBreak" }, ...texts])]);
}

const options = (attrs: Record<string, Arb<unknown>>, needed: readonly string[] = []) =>
  fc
    .record(attrs, { requiredKeys: needed as never[], noNullPrototype: true })
    .map((given) => (Object.keys(given).length > 0 ? { attrs: given } : {}));
const withContent = (content: readonly DocumentInner[]) => (content.length > 0 ? { content } : {});

function blocks(form: Form, depth: number): Arb<DocumentInner> {
  const inside = inline(form);
  const node = (type: string, attrs: Arb<object> = fc.constant({}), content: Arb<readonly DocumentInner[]> = fc.constant([])) =>
    fc.tuple(attrs, content).map(([given, of]): DocumentInner => ({ type, ...given, ...withContent(of) }));
  const align = fc.constantFrom("left", "center", "right");
  const paragraph = node("paragraph", fc.constant({}), lines(form));
  const leaves = [
    paragraph,
    node("heading", options({ level: fc.integer({ min: 1, max: 4 }) }, ["level"]), inside),
    node("horizontalRule"),
    node(
      "codeBlock",
      options({ language: fc.constantFrom("ts", "c++") }),
      fc
        .array(word, { minLength: 1 })
        .map((words) => words.join("\n").replaceAll(/[\r\u0000\ufffd]/g, ""))
        .map((text) => (text === "" ? [] : [{ type: "text", text }])),
    ),
    node("image", options({ image: fc.constant(ID), alt: line, caption: line, ...(form.isHtml && { align }) }, ["image"])),
    node("file", options({ file: fc.constant(ID), title: line }, ["file"])),
    node("video", options({ video: fc.constant(ID), caption: line }, ["video"])),
    node("embed", options({ url: fc.constant("https://v.example/w?x=1"), provider: line }, ["url"])),
    node("record", options({ entity: fc.constant("article"), id: fc.constant(ID) }, ["entity", "id"])),
  ];
  if (depth === 0) return fc.oneof(...leaves);
  const several = fc.array(blocks(form, depth - 1), { minLength: 1, maxLength: 3 });
  const items = (type: string, attrs: Arb<object> = fc.constant({}), of = several) =>
    fc.array(node(type, attrs, of), { minLength: 1, maxLength: 3 });
  /** A box to tick is part of a line in Markdown, which may be empty. */
  const tasks = form.isHtml
    ? several
    : fc
        .tuple(fc.oneof(paragraph, fc.constant<DocumentInner>({ type: "paragraph" })), fc.array(blocks(form, depth - 1), { maxLength: 2 }))
        .map(([first, more]) => [first, ...more]);
  const cells = (type: string, of: Arb<object>) =>
    node(type, of, form.isHtml ? several : inside.map((content) => [{ type: "paragraph", ...withContent(content) }]));
  const spans = options({ colspan: fc.integer({ min: 1, max: 3 }), rowspan: fc.integer({ min: 1, max: 3 }), align });
  const table = node(
    "table",
    fc.constant({}),
    fc.array(
      node(
        "tableRow",
        fc.constant({}),
        fc.array(fc.oneof(cells("tableHeader", spans), cells("tableCell", spans)), { minLength: 1, maxLength: 3 }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  );
  const gfmTable = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 })).chain(([columns, rows]) =>
    fc
      .tuple(
        fc.array(fc.option(align, { nil: undefined }), { minLength: columns, maxLength: columns }),
        fc.array(fc.array(inside, { minLength: columns, maxLength: columns }), { minLength: rows + 1, maxLength: rows + 1 }),
      )
      .map(([aligned, lines]): DocumentInner => ({
        type: "table",
        content: lines.map((row, at) => ({
          type: "tableRow",
          content: row.map((content, column) => ({
            type: at === 0 ? "tableHeader" : "tableCell",
            ...(aligned[column] && { attrs: { align: aligned[column] } }),
            content: [{ type: "paragraph", ...withContent(content) }],
          })),
        })),
      })),
  );
  return fc.oneof(
    ...leaves,
    node("bulletList", fc.constant({}), items("listItem")),
    node("orderedList", options({ start: fc.integer({ min: 2, max: 99 }) }), items("listItem")),
    node("taskList", fc.constant({}), items("taskItem", options({ checked: fc.boolean() }, ["checked"]), tasks)),
    node("blockquote", fc.constant({}), several),
    form.isHtml ? table : gfmTable,
  );
}

const quote: Arb<DocumentNode> = fc
  .record({ text: word, list: fc.array(fc.integer(), { maxLength: 2 }) }, { noNullPrototype: true })
  .map((attrs) => ({ _type: "quote", attrs }));

function documents(form: Form): Arb<readonly DocumentNode[]> {
  return fc.array(fc.oneof({ weight: 6, arbitrary: blocks(form, 2).map(toTop) }, { weight: 1, arbitrary: quote }), { maxLength: 5 });
}

/** Documents that HTML holds entirely. */
export const anyDocument = documents(HTML);
/** Documents of what Markdown can express. */
export const anyMarkdownDocument = documents(MARKDOWN);
