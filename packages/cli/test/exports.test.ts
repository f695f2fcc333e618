/** Exports of WordPress and Strapi, imported into a running site. */
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { pack } from "tar-stream";
import { leaseTestSite } from "../../../tests/support/leased-site.ts";
import type { TestSite } from "../../../tests/support/stack.ts";
import { configNamed, runCms } from "./support/run.ts";

const CONFIG = configNamed("texts");
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64");
const WORDPRESS = configNamed("wordpress").replace(/\.config\.ts$/, ".xml");
let stack: TestSite;
let folder: string;
beforeAll(async () => {
  stack = await leaseTestSite(CONFIG);
  for (const slug of ["sea", "sky"]) await stack.admin.post("/api/tag", { slug });
});
afterAll(() => stack?.stop());
afterEach(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "colophon-exports-"));
  for (const [entity, query] of [
    ["article", "limit=100&draft=true"],
    ["page", "limit=100"],
  ]) {
    const { data } = await stack.admin.get(`/api/${entity}?${query}`);
    const ids = data.map(({ id }: { id: string }) => id);
    if (ids.length > 0) await stack.admin.post(`/api/${entity}/bulk`, { action: "delete", ids });
  }
});

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const recordsOf = async (entity: string, query = "") => (await stack.admin.get(`/api/${entity}?sort=title${query}`)).data;
function imported(...args: readonly string[]) {
  const variables = { CMS_CONFIG: CONFIG, DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redisUrl };
  return runCms(["records", "import", ...args, "--url", stack.url], variables);
}

const text = (value: string, ...marks: readonly object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: readonly object[]) => ({ _type: "paragraph", content });

test("posts of WordPress become articles, with pictures of a local folder; what isn't public becomes a draft", async () => {
  write("uploads/2026/11/coast.png", PICTURE);
  const mapped = ["post.tagSlugs=tags.slug", "post.image=cover", "meta.rating=rank"].flatMap((one) => ["--map", one]);
  const args = ["article", WORDPRESS, "--media", join(folder, "uploads"), ...mapped];

  const dry = await imported(...args, "--dry-run");
  const before = await recordsOf("article", "&draft=true");
  const { status, stdout } = await imported(...args);

  expect([dry.status, dry.stdout, before]).toEqual([0, "article: 4 to create\n", []]);
  expect(dry.stderr).toContain("- line 68 (Classic): shortcodes stay as text: contact-form-7\n");
  expect(dry.stderr).toContain("- line 68 (Classic): pictures that are not in the folder of --media become links: 1\n");
  expect([status, stdout]).toEqual([0, "article: 4 created\n"]);
  const [classic, foot, ...others] = await recordsOf("article", "&resolve[tags]=slug");
  const image = foot.cover;
  expect(foot).toMatchObject({
    title: "On foot & by boat",
    slug: "on-foot",
    date: "2026-11-27T09:00:00.000Z",
    rank: 4,
    tags: [{ slug: "sky" }],
  });
  expect(foot.body).toEqual([
    { _type: "heading", attrs: { level: 2 }, content: [text("The coast")] },
    paragraph(
      text("A "),
      text("walk", { type: "italic" }),
      text(", see "),
      text("there", { type: "link", attrs: { href: "https://old.example/b" } }),
      text("."),
    ),
    { _type: "image", attrs: { image, alt: "The coast", caption: "In the morning" } },
    { _type: "embed", attrs: { url: "https://video.example/1" } },
  ]);
  expect(classic.slug).toBe("plyazh");
  expect(classic.body).toEqual([
    paragraph(text("First line"), { type: "hardBreak" }, text("second line")),
    paragraph(text("Next", { type: "bold" }), text(" paragraph")),
    { _type: "image", attrs: { image, caption: "A caption" } },
    { _type: "bulletList", content: [{ type: "listItem", content: [{ type: "paragraph", content: [text("one")] }] }] },
    { _type: "image", attrs: { image } },
    paragraph(text('[contact-form-7 id="5"]')),
    paragraph(text("gone", { type: "link", attrs: { href: "https://old.example/wp-content/uploads/gone.png" } })),
  ]);
  expect(others).toEqual([]);
  const drafts = (await recordsOf("article", "&draft=true")).map(({ title, _status }: Record<string, string>) => [title, _status]);
  expect(drafts).toEqual(
    expect.arrayContaining([
      ["Not finished", "draft"],
      ["Secret", "draft"],
    ]),
  );
});

test("pages of WordPress are taken with --type; an entity without drafts leaves out what isn't public", async () => {
  const { status, stdout, stderr } = await imported("page", WORDPRESS, "--type", "page");

  expect([status, stdout]).toEqual([0, "page: 1 created\n"]);
  expect(stderr).toContain("are not published. They are left out: page has no drafts.");
  expect(await recordsOf("page")).toMatchObject([{ title: "About", body: "We **are**.\n" }]);
});

test("mistakes of an export are named with its lines, and nothing is imported", async () => {
  const source = readFileSync(WORDPRESS, "utf8");
  const broken = write("broken.xml", source.replace("<title><![CDATA[Classic]]></title>", "<title>Classic</tilte>"));
  const cut = write("cut.xml", source.slice(0, 3000));
  const other = write("other.xml", "<feed></feed>");

  const [wrong, cutOff, feed, type, picture] = [
    await imported("article", broken),
    await imported("article", cut),
    await imported("article", other),
    await imported("article", WORDPRESS, "--type", "product"),
    await imported("article", WORDPRESS, "--map", "post.image=cover"),
  ];

  expect([wrong, cutOff, feed, type, picture].map(({ status }) => status)).toEqual([1, 1, 1, 1, 1]);
  expect(wrong.stderr).toContain(`${broken}, line 69: this is no XML: `);
  expect(cutOff.stderr).toMatch(/line \d+: this is no XML: unclosed tag/);
  expect(feed.stderr).toContain("is no WordPress export: its first element is feed.");
  expect(type.stderr).toContain("has no product. Name one of its types with --type: attachment, page, post.");
  expect(picture.stderr).toContain(
    "- line 20 (On foot & by boat): post.image: https://old.example/wp-content/uploads/2026/11/coast.png: is not in the folder of --media",
  );
  expect(await recordsOf("article", "&draft=true")).toEqual([]);
});

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
  const path = join(folder, "export.tar.gz");
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

  expect([stderr, stdout, status]).toEqual(["", "article: 2 created\n", 0]);
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
