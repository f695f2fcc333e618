/** Exports of WordPress, imported into a running site. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { toHtml } from "@colophon/client/rich-text";
import type { RichDocument } from "@colophon/model";
import { importSite, paragraph, PICTURE, text } from "./support/import-site.ts";
import { configNamed } from "./support/run.ts";
import { wordPressExport } from "./support/wordpress-posts.ts";

const WORDPRESS = configNamed("wordpress").replace(/\.config\.ts$/, ".xml");
const { get, imported, pathOf, recordsOf, write } = importSite();

test("posts of WordPress become articles, with pictures of a local folder; what isn't public becomes a draft", async () => {
  write("uploads/2026/11/coast.png", PICTURE);
  const mapped = ["post.tagSlugs=tags.slug", "post.image=cover", "meta.rating=rank"].flatMap((item) => ["--map", item]);
  const args = ["article", WORDPRESS, "--media", pathOf("uploads"), ...mapped];

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

const PICTURES = {
  "coast.png":
    '<figure data-type="image" data-id="coast.png" data-alt><img alt="Alternative of coast.png"><figcaption>The coast</figcaption></figure>',
  "harbour.png": '<figure data-type="image" data-id="harbour.png" data-alt><img alt="Alternative of harbour.png"></figure>',
};
const UPLOADS = "https://old.example/wp-content/uploads/2026/11";

/** What an editor sees of each post, as HTML, with the names of the pictures as their ids. */
const SHOWN: Readonly<Record<string, string>> = {
  Frames: '<div data-type="embed"><a href="https://player.example/v/1">https://player.example/v/1</a></div>',
  "Gallery of blocks":
    '<figure data-type="image" data-id="coast.png" data-alt><img alt="Coast"></figure><figure data-type="image" data-id="harbour.png"><img alt=""><figcaption>The harbour</figcaption></figure>',
  "Old gallery of blocks":
    '<figure data-type="image" data-id="coast.png"><img alt=""></figure><figure data-type="image" data-id="harbour.png"><img alt=""></figure>',
  Recordings: `<p><a href="${UPLOADS}/talk.mp3">talk.mp3</a></p><p>The talk</p><p><a href="${UPLOADS}/walk.mp4">walk.mp4</a></p>`,
  Footnotes: "<p>Deep<sup>1</sup></p><ol><li><p>At <em>low</em> tide.</p></li></ol>",
  "A pattern": "<p>In all posts</p>",
  "Nothing between": "<p>One</p><p>Two</p>",
  "A table":
    '<table><tbody><tr><th colspan="2"><p>Tides</p></th></tr><tr><td><p>High</p></td><td align="right"><p>4 m</p></td></tr></tbody></table><p>In November</p>',
  "Lists in lists": "<ul><li><p>one</p><ol><li><p>below</p></li></ol></li></ul>",
  Columns: '<p>left</p><p><a href="https://shop.example/">Buy</a></p>',
  "Verse and code": "<p>first<br>second</p><pre><code>let a;\nlet b;</code></pre><blockquote><p>Loud</p><p>Ines</p></blockquote>",
  "A form": "<p>Your name</p>",
  "Addresses alone":
    '<p>Look:</p><div data-type="embed"><a href="https://www.youtube.com/watch?v=abc">https://www.youtube.com/watch?v=abc</a></div><p><a href="https://blog.example/post">https://blog.example/post</a></p><p>End</p>',
  Captions:
    '<figure data-type="image" data-id="coast.png" data-alt><img alt="Coast"><figcaption>At dawn</figcaption></figure><figure data-type="image" data-id="harbour.png"><img alt=""><figcaption>Old way</figcaption></figure>',
  "Gallery of ids": `<p>Before</p>${PICTURES["coast.png"]}${PICTURES["harbour.png"]}<p>Behind</p>`,
  "Gallery of the post": PICTURES["coast.png"] + PICTURES["harbour.png"],
  Shortcodes: `<p><a href="${UPLOADS}/talk.mp3">talk.mp3</a></p><p>[contact-form-7 id=&quot;5&quot; title=&quot;Contact&quot;]</p>`,
  "Invalid lists": "<ul><li><p>one</p><ul><li><p>below</p></li></ul></li></ul>",
  "Old table":
    '<p>Tides</p><table><tbody><tr><td rowspan="2"><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td></tr></tbody></table>',
  Spaces: "<p>One\u00a0line.</p><p>Another</p><p>End</p>",
};

test("what both editors of WordPress make is in the articles; a dry run names what is left out", async () => {
  const coast = Buffer.concat([PICTURE, Buffer.from("1")]);
  for (const [name, bytes] of [
    ["coast.png", coast],
    ["coast-300x200.png", PICTURE],
    ["harbour.png", Buffer.concat([PICTURE, Buffer.from("2")])],
  ] as const)
    write(`uploads/2026/11/${name}`, bytes);
  const args = ["article", write("posts.xml", wordPressExport()), "--media", pathOf("uploads")];

  const dry = await imported(...args, "--dry-run");
  const { status, stdout } = await imported(...args);

  expect([dry.stderr, dry.stdout, dry.status]).toEqual([
    `3 texts change:
- line 173 (A pattern): blocks that WordPress computes are left out: latest-posts
- line 313 (A form): these parts are left out: select
- line 396 (Shortcodes): shortcodes stay as text: contact-form-7
No field takes these values, so they are left out: post.author (32), post.categories (32). Name fields for them with --map.
Nothing was changed: this was a dry run.
`,
    "article: 32 to create\n",
    0,
  ]);
  expect([stdout, status]).toEqual(["article: 32 created\n", 0]);
  const records = await recordsOf("article", "&limit=100");
  const images = (await get("/api/_image?limit=100")).map(({ id, filename }: Record<string, string>) => [id, filename]);
  const shown = records.map(({ title, body }: { title: string; body: RichDocument }) => [
    title,
    images.reduce(
      (html: string, [id, name]: [string, string]) => html.replaceAll(id, name.replace(/-[0-9a-f]{8}(?=\.png$)/, "")),
      toHtml(body),
    ),
  ]);
  expect(Object.fromEntries(shown.filter(([title]: readonly string[]) => !title?.startsWith("Ordinary")))).toEqual(SHOWN);
  expect(records).toHaveLength(31); // one is a draft
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
