/** The forms of rich text, one by one. */
import { expect, test } from "@jest/globals";
import { fromHtml, fromMarkdown, toHtml, toMarkdown, toText, type RichDocument } from "../../src/rich-text/index.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const text = (value: string, ...marks: readonly { type: string; attrs?: Record<string, unknown> }[]) => ({
  type: "text",
  text: value,
  ...(marks.length > 0 && { marks }),
});

/** Each a document, its HTML, and its Markdown. */
const FORMS: readonly (readonly [RichDocument, string, string])[] = [
  [[{ _type: "paragraph", content: [text("a & b", { type: "bold" })] }], "<p><strong>a &amp; b</strong></p>", "**a & b**\n"],
  [[{ _type: "heading", attrs: { level: 2 }, content: [text("T")] }], "<h2>T</h2>", "## T\n"],
  [
    [{ _type: "paragraph", content: [text("x", { type: "link", attrs: { entity: "article", id: ID } })] }],
    `<p><a data-entity="article" data-id="${ID}">x</a></p>`,
    `[x](record:article/${ID})\n`,
  ],
  [
    [{ _type: "image", attrs: { image: ID, alt: "A", caption: "C" } }],
    `<figure data-type="image" data-id="${ID}" data-alt><img alt="A"><figcaption>C</figcaption></figure>`,
    `![A](asset:${ID} "C")\n`,
  ],
  [
    [
      {
        _type: "taskList",
        content: [{ type: "taskItem", attrs: { checked: true }, content: [{ type: "paragraph", content: [text("t")] }] }],
      },
    ],
    '<ul data-type="taskList"><li data-checked="true"><p>t</p></li></ul>',
    "- [x] t\n",
  ],
  [
    [{ _type: "embed", attrs: { url: "https://v.example/w", provider: "v" } }],
    '<div data-type="embed" data-provider="v"><a href="https://v.example/w">https://v.example/w</a></div>',
    '[v](https://v.example/w "embed")\n',
  ],
  [
    [{ _type: "quote", attrs: { text: "<b>" } }],
    '<div data-type="quote" data-attrs="{&quot;text&quot;:&quot;&lt;b&gt;&quot;}"></div>',
    '```block quote\n{\n  "text": "<b>"\n}\n```\n',
  ],
];

test("each node has its HTML and its Markdown, which are read back", () => {
  for (const [document, html, markdown] of FORMS) {
    expect([toHtml(document), toMarkdown(document)]).toEqual([html, markdown]);
    expect([fromHtml(html), fromMarkdown(markdown)]).toEqual([document, document]);
  }
});

const paragraph = (...content: readonly object[]) => ({ type: "paragraph", ...(content.length > 0 && { content }) });
const item = (...content: readonly object[]) => ({ type: "listItem", content });
const task = (...content: readonly object[]) => ({ type: "taskItem", attrs: { checked: false }, content });
const bullets = (...content: readonly object[]) => ({ _type: "bulletList", content });
const rule = { type: "horizontalRule" };

/** Documents whose Markdown could be read as another document. */
const CLASHES: readonly (readonly [sentence: string, RichDocument, string])[] = [
  ["neighbouring lists that begin with rules stay two", [bullets(item(rule)), bullets(item(rule))] as RichDocument, "- ___\n\n* ___\n"],
  ["a rule inside a quote in a list is no bullet", [bullets(item({ type: "blockquote", content: [rule] }))] as RichDocument, "- > ---\n"],
  ["an empty task keeps its box", [{ _type: "taskList", content: [task(paragraph())] }] as RichDocument, "- [ ] &#x20;\n"],
  [
    "a task whose line is empty keeps its box and what is below",
    [{ _type: "taskList", content: [task(paragraph(), paragraph(text("a")))] }] as RichDocument,
    "- [ ] &#x20;\n\n  a\n",
  ],
  [
    "an empty item inside two lists is no rule",
    [bullets(item({ type: "bulletList", content: [item({ type: "bulletList", content: [item(paragraph())] })] }))] as RichDocument,
    "- - *\n",
  ],
  [
    "an underscore inside a word beside struck text is no emphasis",
    [{ _type: "paragraph", content: [text("!", { type: "strike" }), text("0_0!"), text("<b>", { type: "bold" }, { type: "italic" })] }],
    "~~!~~&#x30;\\_0!**_\\<b>_**\n",
  ],
  [
    "an underscore beside struck text is escaped once",
    [{ _type: "paragraph", content: [text("!", { type: "strike" }), text("_ a")] }],
    "~~!~~\\_ a\n",
  ],
];

test("what could be read as something else in Markdown is written in another way", () => {
  for (const [sentence, document, markdown] of CLASHES) {
    expect([sentence, toMarkdown(document)]).toEqual([sentence, markdown]);
    expect([sentence, fromMarkdown(markdown)]).toEqual([sentence, document]);
  }
});

test("what Markdown can't say is left out, and never read as a character", () => {
  const broken = (type: string, attrs = {}) => [{ _type: type, attrs, content: [text("a"), { type: "hardBreak" }] }];

  expect(toMarkdown(broken("heading", { level: 1 }))).toBe("# a\n");
  expect(toMarkdown(broken("paragraph"))).toBe("a\n");
  expect(toMarkdown([bullets(item(paragraph(), { type: "bulletList", content: [item(paragraph(text("a")))] }))] as RichDocument)).toBe(
    "- - a\n",
  );
});

test("a resolved image has its URL; an unresolved one loads nothing", () => {
  const image = (value: unknown) => toHtml([{ _type: "image", attrs: { image: value, alt: "A" } }]);

  expect(image({ id: ID, url: "/api/assets/a.png" })).toContain('<img src="/api/assets/a.png" alt="A">');
  expect(image({ id: ID, url: "javascript:alert(1)" })).not.toContain("src");
  expect(image(ID)).not.toContain("src");
});

test("renderers replace the HTML of nodes, marks and own blocks, and get the HTML inside", () => {
  const document: RichDocument = [
    { _type: "paragraph", content: [text("see "), text("it", { type: "link", attrs: { entity: "article", id: { id: ID, slug: "it" } } })] },
    { _type: "quote", attrs: { text: "hm" } },
  ];

  const html = toHtml(document, {
    render: {
      link: ({ id }, content) => `<a href="/articles/${(id as { slug: string }).slug}">${content}</a>`,
      quote: ({ text: said }) => `<q>${String(said)}</q>`,
    },
  });

  expect(html).toBe('<p>see <a href="/articles/it">it</a></p><q>hm</q>');
  expect(toText(document)).toBe("see it");
});

test("images of other programs are assets if the reader knows them, else links", () => {
  const assetOf = (url: string) => (url === "a.png" ? ID : null);
  const image = { _type: "image", attrs: { image: ID, alt: "A" } };
  const link = (label: string, href: string) => ({ _type: "paragraph", content: [text(label, { type: "link", attrs: { href } })] });

  expect(fromMarkdown("![A](a.png)\n\n![B][1]\n\n[1]: b.png", { assetOf })).toEqual([image, link("B", "b.png")]);
  expect(fromHtml('<p>x <a href="/"><img src="a.png" alt="A"></a></p><img src="b.png" alt="B"><img src="c/d.png">', { assetOf })).toEqual([
    { _type: "paragraph", content: [text("x")] },
    image,
    link("B", "b.png"),
    link("d.png", "c/d.png"),
  ]);
  expect(fromHtml('<figure><img src="a.png" alt="A"><figcaption>C</figcaption></figure>', { assetOf })).toEqual([
    { ...image, attrs: { ...image.attrs, caption: "C" } },
  ]);
});

test("HTML and Markdown of other programs become documents", () => {
  expect(fromHtml("<div>Hello <b>there</b><br><br> you<ul><li>one<ul><li>two</ul></ul></div><script>x()</script>")).toEqual([
    {
      _type: "paragraph",
      content: [text("Hello "), text("there", { type: "bold" }), { type: "hardBreak" }, { type: "hardBreak" }, text("you")],
    },
    {
      _type: "bulletList",
      content: [
        {
          type: "listItem",
          content: [
            { type: "paragraph", content: [text("one")] },
            { type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("two")] }] }] },
          ],
        },
      ],
    },
  ]);
  expect(fromMarkdown(`before ![a](asset:${ID}) after\n\n![x](https://a.example/b.png)`)).toEqual([
    { _type: "paragraph", content: [text("before")] },
    { _type: "image", attrs: { image: ID, alt: "a" } },
    { _type: "paragraph", content: [text("after")] },
    { _type: "paragraph", content: [text("x", { type: "link", attrs: { href: "https://a.example/b.png" } })] },
  ]);
});
