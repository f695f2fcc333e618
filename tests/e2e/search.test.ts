import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { leaseTestSite } from "../support/stack/leased-site.ts";
import type { Client, Json } from "../support/http/client.ts";
import type { TestSite } from "../support/stack/stack.ts";
import { make, refusal } from "./site.ts";

let stack: TestSite;
let admin: Client;
beforeAll(async () => {
  stack = await leaseTestSite(join(import.meta.dirname, "search.config.ts"));
  admin = stack.admin;
});
afterAll(async () => stack?.stop());

let made = 0;

/** A word that no other test writes. */
function newWord(): string {
  made += 1;
  return `needle${made}qx`;
}

async function search(client: Client, q: string, more = ""): Promise<Json[]> {
  const answer = await client.get(`/api/search?q=${encodeURIComponent(q)}${more}`);
  if (answer.status !== 200) throw new Error(`Search gave ${answer.status}: ${answer.text}`);
  return answer.body.results;
}

const idsOf = (hits: readonly Json[]) => hits.map(({ document }) => document.id);

test("an answer has exactly the contract's format", async () => {
  const word = newWord();
  const seo = { headline: "Head", plain: "hidden from search", deep: { note: "Note" }, list: [{ text: "x" }] };
  const data = { title: `A ${word}`, shelf: "open", flags: ["worn"], notes: null, secret: "s", plain: "p", seo };
  const book = await make(admin, "book", data);

  const answer = await admin.get(`/api/search?q=${word.toUpperCase()}&limit=3`);

  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    query: word.toUpperCase(),
    results: [
      {
        entity: "book",
        global: false,
        document: {
          id: book.id,
          _entity: "book",
          createdAt: book.createdAt,
          updatedAt: book.updatedAt,
          title: `A ${word}`,
          slug: `a-${word}`,
          shelf: "open",
          flags: ["worn"],
          notes: null,
          seo: { headline: "Head", deep: { note: "Note" } },
        },
      },
    ],
  });
});

test("searchable texts, slugs, selects and texts inside objects are searched, each at its place", async () => {
  const word = newWord();
  const books = [
    await make(admin, "book", { title: `Of ${word}!` }),
    await make(admin, "book", { title: "By its slug", slug: `a-${word}-b` }),
    await make(admin, "book", { title: "By its notes", notes: `line\n${word}` }),
    await make(admin, "book", { title: "By its headline", seo: { headline: word } }),
    await make(admin, "book", { title: "By its note", seo: { deep: { note: `x${word}x` } } }),
  ];

  expect(idsOf(await search(admin, word))).toEqual(books.map(({ id }) => id).toReversed());
});

test("a select is searched by its values, also a multiple one, and not by its labels", async () => {
  const closed = await make(admin, "book", { title: "Select", shelf: "closed" });
  const signed = await make(admin, "book", { title: "Selects", flags: ["worn", "signed"] });

  expect(idsOf(await search(admin, "LOSE"))).toEqual([closed.id]);
  expect(idsOf(await search(admin, "igne"))).toEqual([signed.id]);
  expect(await search(admin, "Behind glass")).toEqual([]);
});

test("fields that are not searchable are neither found nor shown", async () => {
  const word = newWord();
  const seo = { plain: word, list: [{ text: word }] };
  await make(admin, "book", { title: "Unmarked", plain: word, secret: word, seo });
  await make(admin, "stone", { name: word });

  expect(await search(admin, word)).toEqual([]);
  expect(JSON.stringify(await search(admin, "Unmarked"))).not.toContain(word);
});

test("content that a role may not read is neither found nor shown", async () => {
  const word = newWord();
  const open = await make(admin, "book", { title: "Seen", shelf: "open", notes: word, seo: { headline: word } });
  await make(admin, "book", { title: `Row ${word}`, shelf: "closed" });
  await make(admin, "diary", { entry: word });

  for (const q of [word, word.slice(-2), word.slice(0, 1)]) expect(JSON.stringify(await search(stack.visitor, q))).not.toContain(word);
  expect(await search(stack.visitor, word)).toEqual([]);
  const [hit] = await search(stack.visitor, "Seen");
  expect(hit.document).toEqual({
    id: open.id,
    _entity: "book",
    updatedAt: open.updatedAt,
    title: "Seen",
    slug: "seen",
    shelf: "open",
    flags: null,
  });
  expect((await search(admin, word)).map(({ entity }) => entity)).toEqual(["book", "book", "diary"]);
});

test("a row filter by the user applies, and a role without read permissions finds nothing", async () => {
  const word = newWord();
  const owner = await stack.signInAs("owner");
  const me = await owner.get("/api/auth/me");
  const mine = await make(admin, "book", { title: word, owner: me.data.user.id });
  await make(admin, "book", { title: word });
  await make(admin, "diary", { entry: word });

  expect(idsOf(await search(owner, word))).toEqual([mine.id]);
  expect(await search(await stack.signInAs("writer"), word)).toEqual([]);
});

test("drafts are not found: neither unpublished records nor pending changes of a published one", async () => {
  const [live, pending] = [newWord(), newWord()];
  const { data: draft } = await admin.post("/api/paper?draft=true", { title: pending });
  const paper = await make(admin, "paper", { title: live });
  await admin.put(`/api/paper/${paper.id}?draft=true`, { title: pending });

  expect(idsOf(await search(admin, live))).toEqual([paper.id]);
  expect(await search(admin, pending)).toEqual([]);

  await admin.post(`/api/paper/${draft.id}/publish`);
  expect(idsOf(await search(stack.visitor, pending))).toEqual([draft.id]);
});

test("a write is found at once, by its new text only, and no longer after the record is deleted", async () => {
  const [before, after] = [newWord(), newWord()];
  const { id } = await make(admin, "book", { title: before });
  const found = [await search(admin, before)];
  await admin.put(`/api/book/${id}`, { title: after, slug: "renamed" });
  found.push(await search(admin, before), await search(admin, after));
  await admin.delete(`/api/book/${id}`);
  found.push(await search(admin, after));

  expect(found.map(idsOf)).toEqual([[id], [], [id], []]);
});

test("entities are in the configuration's order, with globals, the last changed first within each", async () => {
  const word = newWord();
  await admin.put("/api/site", { name: word });
  const first = await make(admin, "book", { title: word });
  const second = await make(admin, "book", { title: word });
  const leaflet = await make(admin, "leaflet", { title: word });
  await admin.put(`/api/book/${first.id}`, { plain: "changed" });

  const hits = await search(admin, word);

  expect(hits.map(({ entity, global }) => [entity, global])).toEqual([
    ["book", false],
    ["book", false],
    ["leaflet", false],
    ["site", true],
  ]);
  expect(idsOf(hits).slice(0, 3)).toEqual([first.id, second.id, leaflet.id]);
  expect(hits.at(-1).document).toEqual({
    id: expect.any(String),
    _entity: "site",
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    name: word,
  });
});

test("each translation is a result of its own", async () => {
  const word = newWord();
  const english = await make(admin, "leaflet", { title: word });
  const { data: german } = await admin.post(`/api/leaflet/${english.id}/translate`, { locale: "de" });
  await admin.put(`/api/leaflet/${german.id}`, { title: `${word} auf deutsch` });

  expect(idsOf(await search(admin, word))).toEqual([german.id, english.id]);
});

test("each entity has at most five results, or `limit`, which is clamped between 1 and 20", async () => {
  const word = newWord();
  for (let count = 0; count < 21; count += 1) await make(admin, "book", { title: `${word} ${count}` });
  await make(admin, "diary", { entry: word });

  const counts = await Promise.all(
    ["", "&limit=-5", "&limit=0", "&limit=1", "&limit=20", "&limit=21", "&limit=99999999999"].map(
      async (limit) => (await search(admin, word, limit)).length,
    ),
  );

  expect(counts).toEqual([6, 2, 2, 2, 21, 21, 21]);
});

test.each(["%", "_", "\\", "100%", "a_b", "\\%", "'", '"', "$1", "—"])("%s is text, not a pattern", async (q) => {
  const word = newWord();
  const { id } = await make(admin, "book", { title: `${word} ${q} y` });
  await make(admin, "book", { title: `${word} 1000 aXb y` });

  expect(idsOf(await search(admin, `${word} ${q} y`))).toEqual([id]);
  expect(idsOf(await search(admin, q, "&limit=20"))).toContain(id);
  await admin.delete(`/api/book/${id}`);
});

test.each([
  ["GRÖSSE", "eine grösse"],
  ["ß", "STRAẞE"],
  ["ЖИ", "жизнь"],
  ["жизнь", "ЖИЗНЬ"],
  ["本", "日本語"],
  ["日本語", "日本語の本"],
  ["is", "İSTANBUL"],
  ["é", "cafe\u0301 CAFÉ"],
  ["📚", "a 📚 b"],
])("%s is found in %s", async (q, title) => {
  const { id } = await make(admin, "book", { title });

  expect(idsOf(await search(admin, q))).toContain(id);
  await admin.delete(`/api/book/${id}`);
});

test.each([
  ["", ["q"]],
  ["?q=", ["q"]],
  ["?q=+%09%20", ["q"]],
  [`?q=${"x".repeat(201)}`, ["q"]],
  ["?q=a%00", ["q"]],
  ["?q=a&q=b", ["q"]],
  ["?q=a&limit=x", ["limit"]],
  ["?q=a&limit=2.5", ["limit"]],
  ["?q=a&limit=", ["limit"]],
  ["?q=a&limit=1&limit=2", ["limit"]],
  ["?q=a&entity=book", ["entity"]],
  ["?limit=x", ["limit", "q"]],
])("%s is refused and names the parameter", async (query, fields) => {
  expect(refusal(await admin.get(`/api/search${query}`))).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
});

test("200 characters are accepted, with any number of bytes each", async () => {
  expect(await search(admin, "📚".repeat(200))).toEqual([]);
  expect(await search(admin, "x".repeat(200))).toEqual([]);
});

test("a result contains its language, and locale= finds that language and records without languages", async () => {
  const word = newWord();
  const english = await make(admin, "leaflet", { title: word });
  const german = await make(admin, "leaflet", { title: word, locale: "de", translationGroup: english.translationGroup });
  const book = await make(admin, "book", { title: word });

  const [all, inGerman] = [await search(admin, word), await search(admin, word, "&locale=de")];
  const short = await search(admin, word.slice(-2), "&locale=de&limit=20");
  const unknown = await admin.get(`/api/search?q=${word}&locale=fr`);

  const languages = (hits: readonly Json[]) => Object.fromEntries(hits.map(({ document }) => [document.id, document.locale]));
  expect(languages(all)).toEqual({ [english.id]: "en", [german.id]: "de", [book.id]: undefined });
  expect(languages(inGerman)).toEqual({ [german.id]: "de", [book.id]: undefined });
  expect(idsOf(short)).toContain(german.id);
  expect(idsOf(short)).not.toContain(english.id);
  expect(refusal(unknown)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["locale"] });
});

test("records in the trash are found by no search, and found again after they are restored", async () => {
  const word = newWord();
  const paper = await make(admin, "paper", { title: word });
  const diary = await make(admin, "diary", { entry: word });
  const paths = [`/api/paper/${paper.id}`, `/api/diary/${diary.id}`];

  for (const path of paths) expect((await admin.delete(path)).status).toBe(200);
  expect(await search(admin, word)).toEqual([]);
  for (const { id } of [paper, diary]) expect(idsOf(await search(admin, word.slice(-2), "&limit=20"))).not.toContain(id);

  for (const path of paths) expect((await admin.post(`${path}/restore`)).status).toBe(200);
  expect(idsOf(await search(admin, word))).toEqual([paper.id, diary.id]);
});
