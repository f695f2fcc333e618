import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { toHtml } from "@colophon/client/rich-text";
import type { RichDocument } from "@colophon/model";
import { fitDocument, type Allowed } from "../../src/rich-text/paste/fit-document.ts";
import { isMarkdown } from "../../src/rich-text/paste/use-paste.ts";
import { pastedDocument } from "../../src/rich-text/paste/pasted-document.ts";

const ID = "00000000-0000-7000-8000-000000000001";

/** What a program copies, written after the form that it is known to have. */
function clipboardOf(name: string): string {
  return readFileSync(join(import.meta.dirname, "clipboards", name), "utf8");
}

function pasted(clipboard: { readonly html?: string; readonly text?: string; readonly rtf?: string }, allowed: Allowed = {}) {
  const { document, ...rest } = pastedDocument({ html: "", text: "", rtf: "", ...clipboard }, { allowed, newId: () => ID });
  return { html: toHtml(document), ...rest };
}

const NOTHING = { changed: [], lost: [], missingPictures: 0 };
const LISTS = "<ul><li><p>Sun</p><ul><li><p>Six hours</p></li></ul></li><li><p>Water</p></li></ul>";
const GUIDE = '<a href="https://leeks.example/guide">the guide</a>';

test("from Word: headings, lists of paragraphs, quotes, tables, marks and pictures, whose bytes are in the RTF", () => {
  const { html, pictures, notes } = pasted({ html: clipboardOf("word.html"), rtf: clipboardOf("word.rtf") });

  expect(html).toBe(
    [
      "<h1>Growing leeks</h1><h2>When to sow</h2>",
      `<p>Leeks grow <strong>slowly</strong>, <strong><em>very</em></strong> slowly. See ${GUIDE}, and above.</p>`,
      LISTS,
      '<p>Then:</p><ol start="3"><li><p>Dig</p></li><li><p>Sow</p></li></ol>',
      "<blockquote><p>Patience is a leek.</p></blockquote>",
      '<table><tbody><tr><th><p><strong>Month</strong></p></th><th align="right"><p><strong>Work</strong></p></th></tr>',
      '<tr><td colspan="2"><p>March to May</p></td></tr></tbody></table>',
      `<p>In June:</p><figure data-type="image" data-id="${ID}" data-alt><img alt="A leek"></figure>`,
    ].join(""),
  );
  expect(pictures).toEqual([{ id: ID, bytes: { type: "image/png", bytes: expect.any(Uint8Array) } }]);
  expect([...(pictures[0]?.bytes?.bytes.subarray(1, 4) ?? [])]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
  expect(notes).toEqual(NOTHING);
});

test("without the RTF, Word's pictures are missing, and are counted", () => {
  const { html, pictures, notes } = pasted({ html: clipboardOf("word.html") });

  expect(html).not.toContain("figure");
  expect(pictures).toEqual([]);
  expect(notes).toEqual({ ...NOTHING, missingPictures: 1 });
});

test("from Word: the text of its content controls stays, in lines and around them", () => {
  const inLine = '<p class=MsoNormal>Name: <w:Sdt Title="Name" ID="1"><span>Ada<w:sdtPr></w:sdtPr></span></w:Sdt></p>';
  const around = '<w:Sdt Title="Title" ID="2"><p class=MsoTitle>A life<w:sdtPr></w:sdtPr></p></w:Sdt>';

  expect(pasted({ html: `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>${inLine}${around}</body></html>` }).html).toBe(
    "<p>Name: Ada</p><h1>A life</h1>",
  );
});

test("from Word in the browser: lists of one item each are one list", () => {
  expect(pasted({ html: clipboardOf("word-online.html") }).html).toBe(`<p><strong>Needs</strong></p>${LISTS}`);
});

test("from Google Docs: marks by styles, lists beside items, tasks, tables, and links that don't lead through Google", () => {
  const { html, notes } = pasted({ html: clipboardOf("google-docs.html") });

  expect(html).toBe(
    [
      "<h1>Growing leeks</h1>",
      `<p>Leeks grow <strong><em>slowly</em></strong><s><mark>, fast</mark></s>. H<sub>2</sub>O. See ${GUIDE}</p>`,
      LISTS,
      '<ul data-type="taskList"><li data-checked="true"><p>Dig</p></li></ul>',
      "<table><tbody><tr><td><p><strong>Month</strong></p></td><td><p>Work</p></td></tr></tbody></table>",
      "<p>In June:</p>",
    ].join(""),
  );
  expect(notes).toEqual({ ...NOTHING, missingPictures: 1 });
});

test("from Notion: tasks by their text, callouts as quotes, code and header cells", () => {
  const { html, notes } = pasted({ html: clipboardOf("notion.html") });

  expect(html).toBe(
    [
      `<h1>Growing leeks</h1><p>Leeks grow <strong>slowly</strong>, <em>very</em> slowly. See ${GUIDE}.</p>`,
      LISTS,
      '<ul data-type="taskList"><li data-checked="true"><p>Dig</p></li><li data-checked="false"><p>Sow</p></li></ul>',
      "<blockquote><p>💡 Patience is a leek.</p></blockquote>",
      '<pre><code class="language-ts">const leek = 1;</code></pre>',
      "<table><tbody><tr><th><p>Month</p></th><th><p>Work</p></th></tr><tr><td><p>March</p></td><td><p>Sow</p></td></tr></tbody></table>",
      "<hr>",
    ].join(""),
  );
  expect(notes).toEqual({ ...NOTHING, missingPictures: 1 });
});

test("from Markdown: what it says", () => {
  const { html, notes } = pasted({ text: clipboardOf("markdown.md") });

  expect(html).toBe(
    [
      `<h1>Growing leeks</h1><p>Leeks grow <strong>slowly</strong>, <em>very</em> slowly. See ${GUIDE}.</p>`,
      LISTS,
      '<ol start="3"><li><p>Dig</p></li><li><p>Sow</p></li></ol><blockquote><p>Patience is a leek.</p></blockquote>',
      '<table><tbody><tr><th><p>Month</p></th><th align="right"><p>Work</p></th></tr>',
      '<tr><td><p>March</p></td><td align="right"><p>Sow</p></td></tr></tbody></table>',
    ].join(""),
  );
  expect(notes).toEqual(NOTHING);
});

test.each([
  ["# Title", true],
  ["a\n\n- b", true],
  ["see [this](https://a.example)", true],
  ["**strong**", true],
  ["| a | b |\n|---|---|", true],
  ["A sentence - with a dash, 2 * 3 * 4 and #1.", false],
  ["snake_case_name and a\nsecond line", false],
])("whether %j is Markdown: %s", (text, is) => {
  expect(isMarkdown(text)).toBe(is);
});

test("a picture with its bytes in the address stands between the parts of its paragraph", () => {
  const { html, pictures } = pasted({ html: '<p>before <b>strong <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></b> after</p>' });

  expect(html).toBe(`<p>before <strong>strong</strong></p><figure data-type="image" data-id="${ID}"><img alt=""></figure><p>after</p>`);
  expect(pictures[0]?.bytes?.type).toBe("image/gif");
});

const text = (value: string, ...marks: readonly object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) }) as never;
const paragraph = (...content: readonly never[]) => ({ type: "paragraph", content });
const list = (type: string, item: string, attrs = {}): RichDocument => [
  { _type: type, content: [{ type: item, ...attrs, content: [paragraph(text("a"))] }] },
];

test.each<[string, RichDocument, Allowed, string, Partial<Record<"changed" | "lost", readonly string[]>>]>([
  ["a heading", [{ _type: "heading", attrs: { level: 2 }, content: [text("a")] }], { nodes: [] }, "<p>a</p>", { changed: ["heading"] }],
  ["a list", list("bulletList", "listItem"), { nodes: [] }, "<p>• a</p>", { changed: ["bulletList"] }],
  [
    "a numbered list",
    [{ ...list("orderedList", "listItem")[0], _type: "orderedList", attrs: { start: 3 } }],
    { nodes: [] },
    "<p>3. a</p>",
    { changed: ["orderedList"] },
  ],
  [
    "a task list",
    list("taskList", "taskItem", { attrs: { checked: true } }),
    { nodes: ["bulletList"] },
    "<ul><li><p>[x] a</p></li></ul>",
    { changed: ["taskList"] },
  ],
  ["a quote", [{ _type: "blockquote", content: [paragraph(text("a"))] }], { nodes: [] }, "<p>a</p>", { changed: ["blockquote"] }],
  [
    "code",
    [{ _type: "codeBlock", content: [text("a\nb")] }],
    { nodes: [] },
    "<p><code>a</code><br><code>b</code></p>",
    { changed: ["codeBlock"] },
  ],
  [
    "a table",
    [
      {
        _type: "table",
        content: [{ type: "tableRow", content: ["a", "b"].map((cell) => ({ type: "tableCell", content: [paragraph(text(cell))] })) }],
      },
    ],
    { nodes: [] },
    "<p>a | b</p>",
    { changed: ["table"] },
  ],
  ["a picture", [{ _type: "image", attrs: { image: ID } }], { nodes: [] }, "", { lost: ["image"] }],
  [
    "a picture in a quote",
    [{ _type: "blockquote", content: [{ type: "image", attrs: { image: ID } }] }],
    { nodes: ["blockquote"] },
    "<blockquote><p></p></blockquote>",
    { lost: ["image"] },
  ],
  [
    "a page",
    [{ _type: "embed", attrs: { url: "https://a.example/" } }],
    { nodes: [] },
    '<p><a href="https://a.example/">https://a.example/</a></p>',
    { changed: ["embed"] },
  ],
  [
    "a record of another entity",
    [{ _type: "record", attrs: { entity: "person", id: ID } }],
    { embeds: ["article"] },
    "",
    { lost: ["record"] },
  ],
  ["a block of another project", [{ _type: "fact", attrs: {} }], {}, "", { lost: ["fact"] }],
  ["a mark", [{ _type: "paragraph", content: [text("a", { type: "bold" })] }], { marks: [] }, "<p>a</p>", { changed: ["bold"] }],
  [
    "a link",
    [{ _type: "paragraph", content: [text("a", { type: "link", attrs: { href: "https://a.example/" } }), text(" b")] }],
    { marks: [] },
    "<p>a (https://a.example/) b</p>",
    { changed: ["link"] },
  ],
])("%s that a field doesn't allow has its nearest form, or is named", (_, document, allowed, html, notes) => {
  const fitted = fitDocument(document, allowed);

  expect(toHtml(fitted.document)).toBe(html);
  expect({ changed: fitted.changed, lost: fitted.lost }).toEqual({ changed: [], lost: [], ...notes });
});
