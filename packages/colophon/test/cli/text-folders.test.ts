/** Folders of Markdown and HTML with pictures, imported into a running site. */
import { expect, test } from "@jest/globals";
import { importSite, paragraph, PICTURE, text } from "./support/import-site.ts";

const { get, imported, pathOf, write: writeFile } = importSite();

/** Writes files of the folder: their lines, or the picture. */
function write(files: Readonly<Record<string, readonly string[] | "picture">>): void {
  for (const [name, lines] of Object.entries(files)) writeFile(name, lines === "picture" ? PICTURE : `${lines.join("\n")}\n`);
}

const articles = (query = "") => get(`/api/article?sort=slug${query}`);
const images = () => get("/api/_image");

test("Markdown files become records, with the values above the text, and each picture is stored once", async () => {
  write({
    "posts/on-foot.md": [
      "---",
      'title: "On foot: a walk"',
      "date: 2026-11-27 10:00:00 +0100",
      "tags: [sea, sky]",
      "cover: ../pictures/a.png",
      "rank: 2",
      "---",
      "A _walk_.",
      "",
      '![The sea](../pictures/a%20copy.png "In the morning")',
    ],
    "posts/by-boat.md": ["---", "title: 2026", "tags: sea", "---", "![][a]", "", "[a]: /pictures/a.png"],
    "pictures/a.png": "picture",
    "pictures/a copy.png": "picture",
    ".hidden/c.md": ["no title"],
  });

  const { status, stdout, stderr } = await imported("article", pathOf(""), "--map", "tags=tags.slug", "--map", "file.name=slug");

  expect([stderr, stdout, status]).toEqual(["", "article: 2 created\n", 0]);
  const [{ id: image }, ...others] = await images();
  const [boat, foot] = await articles("&resolve[tags]=slug");
  expect(others).toEqual([]);
  expect(boat).toMatchObject({
    slug: "by-boat",
    title: "2026",
    tags: [{ slug: "sea" }],
    date: null,
    body: [{ _type: "image", attrs: { image } }],
  });
  expect(foot).toMatchObject({
    slug: "on-foot",
    title: "On foot: a walk",
    date: "2026-11-27T09:00:00.000Z",
    rank: 2,
    cover: image,
    tags: [{ slug: "sea" }, { slug: "sky" }],
    body: [
      paragraph(text("A "), text("walk", { type: "italic" }), text(".")),
      { _type: "image", attrs: { image, alt: "The sea", caption: "In the morning" } },
    ],
  });
});

test("every mistake is named with its file and line, and then nothing is imported or uploaded", async () => {
  const before = await images();
  write({
    "a.md": ["---", "title: A", "rank: 0", "tags: [none]", "---", "", "![x](b.png)"],
    "b.md": ["---", "title: [", "---"],
    "c.md": ["---", "title: C", "cover: ../a.png", "---", "![x](c.png)", "", "![x](d.md)"],
    "d.md": ["---", "title: D", "---", "", "> ".repeat(20) + "deep"],
    "c.png": "picture",
  });

  const { status, stdout, stderr } = await imported("article", pathOf(""), "--map", "tags=tags.slug");

  expect([stdout, status, await articles(), await images()]).toEqual(["", 1, [], before]);
  expect(stderr.split("\n").slice(1, -1)).toEqual([
    "- a.md, line 7: b.png: there is no such file",
    '- a.md, line 4: tags: there is no tag with the slug "none"',
    expect.stringMatching(/^- b\.md, line [23]: /),
    "- c.md, line 3: cover: ../a.png: there is no such file",
    expect.stringMatching(/^- d\.md, line 4: body\./),
  ]);
});

test("a file outside the folder is not uploaded", async () => {
  write({ "texts/a.md": ["---", "title: A", "---", "![x](../b.png)"], "b.png": "picture" });

  const { status, stderr } = await imported("article", pathOf("texts"));

  expect([status, stderr]).toEqual([1, expect.stringContaining("- a.md, line 4: ../b.png: lies outside the folder")]);
});

test("a dry run does nothing, and says which texts have what a document can't say", async () => {
  write({ "a.md": ["---", "title: A", "---", "a <b>c</b>"], "b.md": ["---", "title: B", "---", "b"] });

  const { status, stdout, stderr } = await imported("article", pathOf(""), "--dry-run");

  expect([stdout, status, await articles()]).toEqual(["article: 2 to create\n", 0, []]);
  expect(stderr).toContain("One text changes:\n");
  expect(stderr).toContain("- a.md: a document can't say all of it");
});

test("a dry run names comments, and links that captions and pictures lose", async () => {
  const picture = '<img src="https://a.example/b.png" alt="b">';
  const pages = {
    "a.md": ["---", "title: A", "---", "[//]: # (a note)", "", "a"],
    "b.html": ["<!-- a note --><p>b <!-- another --></p><!--more--><!-- wp:paragraph -->"],
    "c.html": [`<figure>${picture}<figcaption>by <a href="/d">D</a></figcaption></figure>`],
    "d.html": [`<p><a href="/e">${picture}</a></p>`],
    "e.html": [
      `<!-- wp:image --><figure><a href="/b.png">${picture}</a><figcaption>plain</figcaption></figure><!-- /wp:image -->`,
      '<figure><table><tr><td>1</td></tr></table><figcaption>by <a href="/d">D</a></figcaption></figure>',
    ],
  };
  write(pages);

  const { stderr } = await imported("article", pathOf(""), "--dry-run", "--map", "file.name=title");

  expect(stderr.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    expect.stringMatching(/^- a\.md: a document can't say all of it \(HTML, comments, /),
    "- b.html: these parts are left out: comments",
    "- c.html: these parts are left out: links in captions",
    "- d.html: these parts are left out: links of pictures",
  ]);
});

test("an import that the site stopped goes on by its key", async () => {
  const file = (title: string) => ["---", `title: ${title}`, "---", "x".repeat(200_000)];
  write({ "a.md": file("A"), "b.md": file("Forbidden"), "c.md": file("C") });
  const key = ["--map", "file.name=slug", "--key", "slug"];

  const stopped = await imported("article", pathOf(""), ...key);
  expect([stopped.stdout, stopped.status]).toEqual(["article: 1 created\n", 1]);
  expect(stopped.stderr).toContain("- b.md: This title is forbidden");
  write({ "b.md": file("B") });
  const again = await imported("article", pathOf(""), ...key);

  expect([again.stdout, again.status]).toEqual(["article: 2 created, 1 existing, kept\n", 0]);
});

test("pages of HTML become records, with the pictures of the old site from a folder", async () => {
  write({
    "pages/about.html": [
      '<!doctype html><head><title>About us</title><meta name="description" content="Who we are"></head>',
      '<body><nav>Menu</nav><main><h1>Hello</h1><p>Some <b>text</b> <img src="https://old.example/uploads/2019/a.png" alt="Sea"></p>',
      '<figure><img src="/uploads/2019/a.png"><figcaption>Sky</figcaption></figure><script>x()</script></main></body>',
    ],
    "media/uploads/2019/a.png": "picture",
  });

  const { status, stdout, stderr } = await imported("article", pathOf("pages"), "--media", pathOf("media"));

  expect([stderr, stdout, status]).toEqual(["", "article: 1 created\n", 0]);
  const [{ id: image }] = await images();
  expect(await articles()).toMatchObject([
    {
      title: "About us",
      body: [
        { _type: "heading", attrs: { level: 1 }, content: [text("Hello")] },
        paragraph(text("Some "), text("text", { type: "bold" })),
        { _type: "image", attrs: { image, alt: "Sea" } },
        { _type: "image", attrs: { image, caption: "Sky" } },
      ],
    },
  ]);
});

test("a field of Markdown keeps the text as it is written, but for its pictures", async () => {
  write({ "a.md": ["---", "title: A", "---", "* one", "* two <b>three</b>", "", "![x\\]](a.png)"], "a.png": "picture" });

  const { status, stderr } = await imported("page", pathOf(""));

  const [{ id: image }] = await images();
  expect([stderr, status]).toEqual(["", 0]);
  expect(await get("/api/page")).toMatchObject([{ body: `* one\n* two <b>three</b>\n\n![x\\]](asset:${image})\n` }]);
});
