/** Records of files, imported into a running site and exported from it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { leaseTestSite } from "../../../../tests/support/stack/leased-site.ts";
import type { TestSite } from "../../../../tests/support/stack/stack.ts";
import { configNamed, runCms } from "./support/run.ts";

const CONFIG = configNamed("library");
let stack: TestSite;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "colophon-records-"));
  stack = await leaseTestSite(CONFIG);
  await stack.admin.post("/api/author", { name: "Ann", email: "ann@example.com" });
  await stack.admin.post("/api/tag", { slug: "sea" });
  await stack.admin.post("/api/tag", { slug: "sky" });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (let ids = await idsOfBooks(); ids.length > 0; ids = await idsOfBooks())
    await stack.admin.post("/api/book/bulk", { action: "delete", ids });
});

const idsOfBooks = async (): Promise<string[]> =>
  (await stack.admin.get("/api/book?limit=100&draft=true")).data.map(({ id }: { id: string }) => id);
const books = async (query = "") => (await stack.admin.get(`/api/book?limit=100&sort=title&fields=title,isbn,pages${query}`)).data;

const documentOf = (text: string) => [{ _type: "paragraph", content: [{ type: "text", text }] }];

/** A file of these lines. @returns its path */
function fileOf(name: string, ...lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

function records(...args: readonly string[]) {
  const variables = { CMS_CONFIG: CONFIG, DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redisUrl };
  return runCms(["records", ...args, "--url", stack.url], variables);
}

const CSV = [
  "Title,isbn,pages,printed,day,kinds,seo.headline,author.email,tags.slug,extra",
  '"One, or\nmore",1,12,false,2026-11-27,novel|essay,Read,Ann@example.com,sea|sky,"{""a"":1}"',
  "Two,2,,,,,,,,",
];

test("a CSV file becomes records: by its headers, with members of objects, and references by unique fields", async () => {
  const { status, stdout, stderr } = await records("import", "book", fileOf("books.csv", ...CSV), "--map", "Title=title");

  expect([stderr, stdout, status]).toEqual(["", "book: 2 created\n", 0]);
  const { data } = await stack.admin.get("/api/book?sort=isbn&resolve[author]=email&resolve[tags]=slug");
  expect(data).toMatchObject([
    {
      title: "One, or\nmore",
      pages: 12,
      printed: false,
      day: "2026-11-27",
      kinds: ["novel", "essay"],
      seo: { headline: "Read" },
      author: { email: "ann@example.com" },
      tags: [{ slug: "sea" }, { slug: "sky" }],
      extra: { a: 1 },
      _status: "published",
    },
    { title: "Two", pages: null, printed: true, author: null, tags: [] },
  ]);
  expect((await stack.admin.get("/api/_api-keys")).data).toEqual([]);
});

test("every mistake is named with its line, and then nothing is imported", async () => {
  const file = fileOf(
    "wrong.csv",
    "title,isbn,pages,author.email,seo.headline",
    "One,1,12,ann@example.com,Short",
    '"Two\nlines",2,none,nobody@example.com,Short',
    ",3,0,,Much longer than it may be",
    "Four,1,,,",
    "Five,,,,",
    "Six,,,,",
  );

  const { status, stdout, stderr } = await records("import", "book", file, "--key", "isbn");

  expect([stdout, status, await books()]).toEqual(["", 1, []]);
  expect(stderr.split("\n").slice(1, -1)).toEqual([
    '- line 3: author.email: there is no author with the email "nobody@example.com"',
    "- line 5: pages must be at least 1",
    "- line 5: seo.headline must be at most 20 characters long",
    "- line 6: isbn is the same as in line 2",
    "- line 7: isbn is required: it identifies the record",
    "- line 8: isbn is required: it identifies the record",
  ]);
});

test("what is required is asked for before anything is imported, unless a hook may set it", async () => {
  const [author, book] = await Promise.all([
    records("import", "author", fileOf("authors.csv", "name,email", ",new@example.com")),
    records("import", "book", fileOf("untitled.csv", "title,isbn", ",1"), "--dry-run"),
  ]);

  expect(author.stderr).toContain("authors.csv has one mistake.");
  expect(author.stderr).toContain("- line 2: name is required");
  expect(book.stdout).toBe("book: 1 to create\n");
});

test("a dry run counts what an import would do, and does nothing", async () => {
  await stack.admin.post("/api/book", { title: "Old", isbn: "2" });
  const file = fileOf("books.csv", ...CSV);

  const { status, stdout, stderr } = await records("import", "book", file, "--map", "Title=title", "--key", "isbn", "--dry-run");

  expect([stdout, stderr, status]).toEqual(["book: 1 to create, 1 existing, kept\n", "Nothing was changed: this was a dry run.\n", 0]);
  expect(await books()).toHaveLength(1);
});

test("with a key an import can be repeated: what exists is kept, or updated without the empty cells", async () => {
  const file = fileOf("books.csv", ...CSV);
  await records("import", "book", file, "--map", "Title=title", "--key", "isbn");
  await stack.admin.put(`/api/book/${(await books())[1].id}`, { title: "Changed", pages: 7 });

  const again = await records("import", "book", file, "--map", "Title=title", "--key", "isbn");
  expect([again.stdout, (await books())[0].title]).toEqual(["book: 0 created, 2 existing, kept\n", "Changed"]);
  const updated = await records("import", "book", file, "--map", "Title=title", "--key", "isbn", "--existing", "update");

  expect(updated.stdout).toBe("book: 0 created, 2 updated\n");
  expect(await books()).toMatchObject([{ isbn: "1" }, { isbn: "2", title: "Two", pages: 7 }]);
});

test("what only the site refuses stops the import at its line, and a repetition goes on there", async () => {
  const line = (number: number, title = `Book ${number}`) => JSON.stringify({ title, isbn: String(number) });
  const lines = Array.from({ length: 260 }, (_, index) => line(index));
  const file = fileOf("books.ndjson", ...lines.with(230, line(230, "Forbidden")));

  const stopped = await records("import", "book", file, "--key", "isbn");
  expect([stopped.stdout, stopped.status]).toEqual(["book: 200 created\n", 1]);
  expect(stopped.stderr).toContain("- line 231: This title is forbidden");
  fileOf("books.ndjson", ...lines);
  const again = await records("import", "book", file, "--key", "isbn");

  expect([again.stdout, again.status]).toEqual(["book: 60 created, 200 existing, kept\n", 0]);
});

test("a record can refer to one of an earlier line, not to one of a later line", async () => {
  const [first, second] = ['{"title":"One","isbn":"1"}', '{"title":"Two","isbn":"2","after.isbn":"1"}'];

  const wrong = await records("import", "book", fileOf("chain.ndjson", second, first));
  const right = await records("import", "book", fileOf("chain.ndjson", first, "", second));

  expect(wrong.stderr).toContain('- line 1: after.isbn: there is no book with the isbn "1"');
  expect(right.stdout).toBe("book: 2 created\n");
  const [one, two] = (await stack.admin.get("/api/book?sort=title")).data;
  expect(two.after).toBe(one.id);
});

test("drafts may lack what is required", async () => {
  const file = fileOf("drafts.csv", "isbn,title", "1,");

  expect((await records("import", "book", file)).stderr).toContain("title is required");
  expect((await records("import", "book", file, "--draft")).stdout).toBe("book: 1 created\n");
  expect(await books("&draft=true")).toMatchObject([{ isbn: "1", title: null }]);
});

test.each(["csv", "ndjson"])("an export as %s can be imported, and is the same afterwards", async (format) => {
  const [before, after] = [join(folder, `before.${format}`), join(folder, `after.${format}`)];
  const fields =
    "isbn,title,pages,printed,day,kinds,seo.headline,author.email,tags.slug,after.isbn,extra,story,edition.foreword,edition.editors";
  const edition = { foreword: documentOf("On this edition"), editors: ["Ann", "Ben"] };
  const first = {
    title: '=1+1 "quoted"',
    isbn: "1",
    kinds: ["a|b", "novel"],
    extra: ["a", "b"],
    story: documentOf("Once, there\nwas"),
    edition,
  };
  const { id } = (await stack.admin.post("/api/book", first)).data;
  await stack.admin.post("/api/book", { title: "Two\nlines", isbn: "2", pages: 3, seo: { headline: "H" }, after: id, extra: "12" });
  const [author] = (await stack.admin.get("/api/author")).data;
  await stack.admin.put(`/api/book/${id}`, {
    author: author.id,
    tags: (await stack.admin.get("/api/tag")).data.map((tag: { id: string }) => tag.id),
  });

  expect((await records("export", "book", before, "--fields", fields)).stderr).toBe("Exported 2 records.\n");
  await stack.admin.post("/api/book/bulk", { action: "delete", ids: (await idsOfBooks()).toReversed() });
  expect((await records("import", "book", before, "--key", "isbn")).stderr).toBe("");
  await records("export", "book", after, "--fields", fields);

  expect(readFileSync(after, "utf8")).toBe(readFileSync(before, "utf8"));
  expect((await stack.admin.get("/api/book?sort=isbn&fields=extra,story,edition")).data).toMatchObject([
    { extra: first.extra, story: first.story, edition },
    { extra: "12", story: null },
  ]);
});

test("all fields are exported by default, with ids, page by page; a spreadsheet gets no formulas if asked", async () => {
  const data = Array.from({ length: 150 }, (_, index) => ({ title: "=1+1", isbn: String(index) }));
  await stack.admin.post("/api/book/bulk", { action: "create", data });

  const { stdout } = await records("export", "book", "-", "--format", "csv", "--delimiter", ";", "--escape-formulas");

  const [headers, first, ...others] = stdout.trim().split("\n");
  expect(headers).toBe("id;title;isbn;pages;printed;day;kinds;seo;author;tags;after;extra;story;edition");
  expect(first).toMatch(/^[0-9a-f-]{36};'=1\+1;\d+;;true;;;;;;;;;$/);
  expect(others).toHaveLength(149);
});

test("what can't work is refused with a correction", async () => {
  const file = fileOf("one.csv", "title,colour", "One,red");
  const cases: readonly (readonly [args: readonly string[], sentence: string])[] = [
    [["import", "novel", file], "There are no records of novel to import or export. Name one of: author, tag, book."],
    [["import", "_user", file], "There are no records of _user to import or export."],
    [
      ["import", "book", file],
      'book has no field colour. Give the column "colour" a field with --map "colour=field", or leave it out with --map "colour=".',
    ],
    [["import", "book", file, "--map", "colour=author.name"], "author.name does not identify a record: use email."],
    [["import", "book", file, "--key", "title"], "book.title does not identify a record: use isbn."],
    [["import", "book", file, "--existing", "update"], "--existing update needs --key"],
    [["import", "author", file, "--draft"], "author has no drafts: leave --draft out."],
    [["import", "book", join(folder, "none.csv")], "no such file"],
    [["import", "book", fileOf("book.txt", "title")], "use --format csv or --format ndjson"],
    [["import", "book", fileOf("short.csv", "title,isbn", "One")], "Invalid Record Length"],
    [["import", "book", fileOf("twice.csv", "title,title", "One,Two")], 'The column "title" stands twice in the file.'],
    [["import", "book", fileOf("no.ndjson", '{"title":"One"}', "{")], "line 2: this is no JSON."],
    [["import", "book", fileOf("list.ndjson", "[]")], "line 1: this is no JSON object."],
  ];

  for (const [args, sentence] of cases) {
    const { status, stderr } = await records(...args);
    expect([args, stderr, status]).toEqual([args, expect.stringContaining(sentence), 1]);
  }
  expect(await books()).toEqual([]);
});

test("a key of one's own may do what its role may do", async () => {
  const { data } = await stack.admin.post("/api/_api-keys", { name: "Reader", role: "reader" });
  const file = fileOf("one.csv", "title", "One");
  const run = (key: string) => runCms(["records", "import", "book", file, "--url", stack.url], { CMS_CONFIG: CONFIG, CMS_API_KEY: key });

  const [reading, unknown] = [await run(data.key), await run("cms_unknown")];
  await stack.admin.delete(`/api/_api-keys/${data.id}`);

  expect([reading.status, reading.stderr]).toEqual([1, expect.stringContaining("Your role does not allow this")]);
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("The site refuses the API key")]);
});
