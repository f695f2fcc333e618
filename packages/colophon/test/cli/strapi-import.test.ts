/** Exports of Strapi, imported into a running site. */
import { createWriteStream, readFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { expect, test } from "@jest/globals";
import { pack } from "tar-stream";
import { importSite, paragraph, PICTURE, text } from "./support/import-site.ts";

const { get, imported, pathOf, recordsOf, write } = importSite();

const UID = "api::article.article";
const SCHEMAS = [
  {
    uid: UID,
    options: { draftAndPublish: true },
    attributes: {
      title: { type: "string" },
      slug: { type: "uid" },
      content: { type: "blocks" },
      notes: { type: "richtext" },
      cover: { type: "media", multiple: false },
      tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
    },
  },
  { uid: "api::tag.tag", attributes: { name: { type: "string" }, slug: { type: "uid" } } },
];
const BLOCKS = [
  { type: "heading", level: 2, children: [{ type: "text", text: "The coast" }] },
  {
    type: "paragraph",
    children: [
      { type: "text", text: "A " },
      { type: "text", text: "walk", bold: true, underline: true },
      { type: "link", url: "https://a.example/?a=1&b=2", children: [{ type: "text", text: "there" }] },
    ],
  },
  {
    type: "list",
    format: "ordered",
    children: [
      { type: "list-item", children: [{ type: "text", text: "one" }] },
      { type: "list", format: "unordered", children: [{ type: "list-item", children: [{ type: "text", text: "below" }] }] },
    ],
  },
  { type: "quote", children: [{ type: "text", text: "<quoted>" }] },
  { type: "code", language: "ts", children: [{ type: "text", text: "let a = 1;\nlet b;" }] },
  {
    type: "image",
    image: { url: "http://localhost:1337/uploads/coast_1a2b.png", alternativeText: "The coast" },
    children: [{ type: "text", text: "" }],
  },
];
const article = (id: number, data: object) => ({ type: UID, id, data: { documentId: `d${id}`, locale: null, publishedAt: null, ...data } });
const ENTITIES = [
  { type: "api::tag.tag", id: 7, data: { name: "Sea", slug: "sea" } },
  { type: "api::tag.tag", id: 8, data: { name: "Sky", slug: "sky" } },
  { type: "plugin::upload.file", id: 3, data: { name: "coast.png", hash: "coast_1a2b", ext: ".png", url: "/uploads/coast_1a2b.png" } },
  article(1, { title: "On foot", slug: "on-foot", content: BLOCKS, notes: "**short**", publishedAt: "2026-11-27T09:00:00.000Z" }),
  article(2, { title: "On foot, changed", slug: "on-foot", content: [], documentId: "d1" }),
  article(3, { title: "Not finished", slug: "not-finished", content: null, notes: "# Soon" }),
];
const relation = (left: object, right: object) => ({ kind: "relation.basic", relation: "manyToMany", left, right });
const LINKS = [
  relation({ type: UID, ref: 1, field: "tags", pos: 2 }, { type: "api::tag.tag", ref: 7 }),
  relation({ type: UID, ref: 1, field: "tags", pos: 1 }, { type: "api::tag.tag", ref: 8 }),
  {
    kind: "relation.morph",
    relation: "morphToMany",
    left: { type: "plugin::upload.file", ref: 3, field: "related" },
    right: { type: UID, ref: 1, field: "cover", pos: 1 },
  },
];
const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** Writes an export as Strapi does. */
async function strapiExport(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const path = pathOf("export.tar.gz");
  const archive = pack();
  const all = {
    "schemas/schemas_00001.jsonl": lines(SCHEMAS),
    "entities/entities_00001.jsonl": lines(ENTITIES.slice(0, 4)),
    "entities/entities_00002.jsonl": lines(ENTITIES.slice(4)),
    "links/links_00001.jsonl": lines(LINKS),
    "assets/uploads/coast_1a2b.png": PICTURE,
    "metadata.json": "{}",
    ...files,
  };
  for (const [name, content] of Object.entries(all)) archive.entry({ name }, content);
  archive.finalize();
  await pipeline(archive as never, createGzip(), createWriteStream(path));
  return path;
}

test("entries of Strapi become articles, with their blocks, files and relations; a draft of a published one is left out", async () => {
  const file = await strapiExport({ "assets/uploads/../../../escaped.txt": "x" });
  const args = ["article", file, "--map", "content=body", "--map", "tags.slug=tags.slug", "--key", "slug"];

  const { status, stdout, stderr } = await imported(...args);
  const again = await imported(...args);

  const left = "No field takes these values, so they are left out: notes (2). Name fields for them with --map.\n";
  expect([stderr, stdout, status]).toEqual([left, "article: 2 created\n", 0]);
  expect([again.stdout, again.status]).toEqual(["article: 0 created, 2 existing, kept\n", 0]);
  const [foot, ...others] = await recordsOf("article", "&resolve[tags]=slug");
  expect(others).toEqual([]);
  expect(foot).toMatchObject({ title: "On foot", slug: "on-foot", tags: [{ slug: "sky" }, { slug: "sea" }], cover: expect.any(String) });
  expect(foot.body).toEqual([
    { _type: "heading", attrs: { level: 2 }, content: [text("The coast")] },
    paragraph(
      text("A "),
      text("walk", { type: "bold" }, { type: "underline" }),
      text("there", { type: "link", attrs: { href: "https://a.example/?a=1&b=2" } }),
    ),
    {
      _type: "orderedList",
      content: [
        {
          type: "listItem",
          content: [
            { type: "paragraph", content: [text("one")] },
            { type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("below")] }] }] },
          ],
        },
      ],
    },
    { _type: "blockquote", content: [{ type: "paragraph", content: [text("<quoted>")] }] },
    { _type: "codeBlock", attrs: { language: "ts" }, content: [text("let a = 1;\nlet b;")] },
    { _type: "image", attrs: { image: foot.cover, alt: "The coast" } },
  ]);
  expect(await recordsOf("article", "&draft=true")).toMatchObject([{ title: "Not finished", _status: "draft" }, { title: "On foot" }]);
});

test("Markdown of Strapi is chosen by its attribute; what can't be read is refused in a sentence", async () => {
  const file = await strapiExport();
  const plain = await imported("page", file, "--type", "article", "--map", "notes=body");
  const page = await recordsOf("page");
  const refusals = [
    await imported("page", file, "--type", "article"),
    await imported("page", file),
    await imported("page", write("site.tar.gz.enc", "secret")),
    await imported("page", write("other.tar.gz", readFileSync(file).subarray(0, 200))),
  ];

  expect([plain.stdout, plain.status]).toEqual(["page: 1 created\n", 0]);
  expect(page).toMatchObject([{ title: "On foot", body: "**short**" }]);
  expect(refusals.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
  expect(refusals.map(({ stderr }) => stderr.split("\n").find((line) => /export|text|read/.test(line)))).toEqual([
    expect.stringContaining("Name the text for page.body with --map: content=body or notes=body."),
    expect.stringContaining("The export has no page. Name one of its content types with --type: api::article.article, api::tag.tag."),
    expect.stringContaining("is encrypted. Make the export with: strapi export --no-encrypt"),
    expect.stringContaining("can't be read: unexpected end of file."),
  ]);
});

const PICTURE_FILE = { id: 3, name: "coast.png", url: "/uploads/coast_1a2b.png", mime: "image/png", createdAt: "2026-11-27T09:00:00.000Z" };
const SECTIONS = [
  { __component: "shared.quote", id: 1, text: "Low tide", picture: PICTURE_FILE, mood: "calm" },
  { __component: "shared.rich-text", id: 2, body: "A **word**" },
  { __component: "shared.slider", id: 3, files: [] },
];
const TIMES = { createdAt: "2026-11-27T09:00:00.000Z", updatedAt: "2026-11-27T09:00:00.000Z", publishedAt: "2026-11-27T09:00:00.000Z" };
interface Related {
  readonly id: number;
  readonly [attribute: string]: unknown;
}
interface Story {
  readonly id: number;
  readonly documentId: string;
  readonly locale: string;
  readonly title: string;
  readonly cover?: Related;
  readonly tags?: readonly Related[];
  readonly localizations?: readonly object[];
  readonly [attribute: string]: unknown;
}
const version5: readonly Story[] = [
  {
    id: 1,
    documentId: "abc",
    ...TIMES,
    locale: "en",
    title: "On foot",
    slug: "on-foot",
    content: "A *walk*",
    cover: PICTURE_FILE,
    tags: [{ id: 7, documentId: "t7", slug: "sky", ...TIMES }],
    seo: { id: 4, headline: "Walks", robots: "all" },
    sections: SECTIONS,
    localizations: [{ id: 2, documentId: "abc", locale: "de", title: "Zu Fuß", ...TIMES }],
  },
  { id: 2, documentId: "abc", ...TIMES, locale: "de", title: "Zu Fuß", slug: "zu-fuss", content: "Ein *Weg*", sections: [], rating: 5 },
  { id: 3, documentId: "def", ...TIMES, locale: "en", title: "Alone", slug: "alone", content: null },
];
/** The same as version 4 answers it. */
const version4 = version5.map(({ id, documentId, localizations: _, cover, tags, ...attributes }) => {
  const others = version5.filter((other) => other.documentId === documentId && other.id !== id);
  const related = (one: Related | undefined) => one && { id: one.id, attributes: { ...one, id: undefined } };
  return {
    id,
    attributes: {
      ...attributes,
      cover: { data: related(cover) ?? null },
      tags: { data: (tags ?? []).map(related) },
      localizations: { data: others.map((other) => ({ id: other.id, attributes: { locale: other.locale } })) },
    },
  };
});

test.each([
  ["5", version5],
  ["4", version4],
])("an answer of the API of Strapi %s: components become objects and blocks, localizations are translations", async (_, data) => {
  write("uploads/coast_1a2b.png", PICTURE);
  const file = write("answer.json", JSON.stringify({ data, meta: { pagination: { page: 1 } } }));
  const args = ["story", file, "--format", "strapi", "--map", "content=body", "--map", "tags.slug=tags.slug", "--key", "slug"];

  const dry = await imported(...args, "--dry-run");
  const { status, stdout } = await imported(...args);

  expect([dry.stderr, dry.status]).toEqual([
    `One text changes:
- ${file} 1: no field takes these parts, so they are left out: seo.robots, sections.quote.mood, sections: shared.slider
No field takes these values, so they are left out: rating (1). Name fields for them with --map.
Nothing was changed: this was a dry run.
`,
    0,
  ]);
  expect([stdout, status]).toEqual(["story: 3 created\n", 0]);
  const stories = await recordsOf("story", "&resolve[tags]=slug");
  expect(stories).toMatchObject([
    { title: "Alone", locale: "en", body: null },
    {
      title: "On foot",
      locale: "en",
      body: "A *walk*",
      cover: expect.any(String),
      tags: [{ slug: "sky" }],
      seo: { headline: "Walks" },
      sections: [
        { _type: "quote", text: "Low tide", picture: stories[1].cover },
        { _type: "richText", body: [paragraph(text("A "), text("word", { type: "bold" }))] },
      ],
    },
    { title: "Zu Fuß", locale: "de", body: "Ein *Weg*", sections: [] },
  ]);
  const [alone, foot, german] = stories.map(({ translationGroup }: { translationGroup: string }) => translationGroup);
  expect([german === foot, alone === foot]).toEqual([true, false]);
});

test("files of components are taken from an export, where they are apart from the entries, at any depth", async () => {
  const uid = "api::story.story";
  const dynamic = { uid, attributes: { title: { type: "string" }, slug: { type: "string" }, content: { type: "richtext" } } };
  const schemas = [
    {
      ...dynamic,
      attributes: { ...dynamic.attributes, sections: { type: "dynamiczone" }, seo: { type: "component", component: "shared.seo" } },
    },
    { uid: "shared.quote", attributes: { picture: { type: "media" } } },
    { uid: "shared.seo", attributes: { by: { type: "component", component: "shared.quote" } } },
  ];
  const sections = [
    { id: 5, __component: "shared.quote", text: "one" },
    { id: 6, __component: "shared.quote", text: "without" },
  ];
  const seo = { id: 1, headline: "Walks", by: { id: 7 } };
  const entries = [{ type: uid, id: 1, data: { title: "One", slug: "one", content: "x", sections, seo } }];
  const ofFile = (type: string, ref: number, pos: number) => ({
    kind: "relation.morph",
    relation: "morphToMany",
    left: { type: "plugin::upload.file", ref: 3, field: "related" },
    right: { type, ref, field: "picture", pos },
  });
  const file = await strapiExport({
    "schemas/schemas_00002.jsonl": lines(schemas),
    "entities/entities_00003.jsonl": lines(entries),
    "links/links_00002.jsonl": lines([ofFile("shared.quote", 5, 1), ofFile("shared.quote", 7, 1)]),
  });

  const { status, stderr } = await imported("story", file, "--map", "content=body");

  expect([status, stderr]).toEqual([0, ""]);
  const [{ id }, ...others] = await get("/api/_image");
  expect(others).toEqual([]);
  expect(await recordsOf("story")).toMatchObject([
    {
      sections: [
        { text: "one", picture: id },
        { text: "without", picture: null },
      ],
      seo: { headline: "Walks", by: { picture: id } },
    },
  ]);
});

test("an export with entries in several languages links them, as the API's answers do", async () => {
  const uid = "api::story.story";
  const schema = { uid, attributes: { title: { type: "string" }, slug: { type: "string" }, content: { type: "richtext" } } };
  const story = (id: number, data: object) => ({ type: uid, id, data: { content: "x", ...data } });
  const entries = [
    story(1, { documentId: "abc", locale: "en", title: "One", slug: "one" }),
    story(2, { documentId: "abc", locale: "de", title: "Eins", slug: "eins" }),
    story(3, { locale: "en", title: "Two", slug: "two" }), // as in version 4
    story(4, { locale: "de", title: "Zwei", slug: "zwei" }),
  ];
  const link = relation({ type: uid, ref: 3, field: "localizations" }, { type: uid, ref: 4, field: "localizations" });
  const file = await strapiExport({
    "schemas/schemas_00002.jsonl": lines([schema]),
    "entities/entities_00003.jsonl": lines(entries),
    "links/links_00002.jsonl": lines([link]),
  });

  const { status, stderr } = await imported("story", file, "--map", "content=body", "--key", "slug");

  expect([status, stderr]).toEqual([0, ""]);
  const stories: readonly Record<string, string>[] = await recordsOf("story");
  const byGroup = [...Map.groupBy(stories, (one) => one["translationGroup"]).values()];
  expect(byGroup.map((group) => group.map(({ title }) => title).toSorted()).toSorted()).toEqual([
    ["Eins", "One"],
    ["Two", "Zwei"],
  ]);
});
