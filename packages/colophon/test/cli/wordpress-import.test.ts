/** Exports of WordPress, imported into a running site. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { importSite, paragraph, PICTURE, text } from "./support/import-site.ts";
import { configNamed } from "./support/run.ts";

const WORDPRESS = configNamed("wordpress").replace(/\.config\.ts$/, ".xml");
const { imported, pathOf, recordsOf, write } = importSite();

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
