/** Drafts whose rich text changes its format: they are converted while the site is running, and a draft that is saved meanwhile is never lost. */
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { newId } from "../src/index.ts";
import type { ConvertText } from "../src/index.ts";
import { apply, schemaOf, watched } from "./changing.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

type Format = "markdown" | "document";
const withBody = (body: FieldDefinition) => schemaOf({ name: "article", versions: true, fields: [{ name: "title", type: "text" }, body] });
const articles = (format: Format) => withBody({ name: "body", type: "richtext", format });
/** Several texts in one value. */
const lists = (format: Format) => withBody({ name: "body", type: "array", of: { type: "richtext", format } });
/** Several fields with texts, and one that becomes a list at the same time. */
const magazines = (body: Format, others: Format = body) =>
  schemaOf({
    name: "article",
    versions: true,
    fields: [
      { name: "title", type: "text" },
      { name: "kind", type: "select", options: ["essay"], multiple: others === "document" },
      { name: "body", type: "richtext", format: body },
      { name: "notes", type: "array", of: { type: "richtext", format: others } },
      { name: "intro", type: "richtext", format: others },
    ],
  });
const documentOf = (text: unknown) => [{ _type: "paragraph", content: [{ type: "text", text }] }];

let opened: Opened;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
});
beforeEach(async () => {
  await opened.database.pool.query(
    "delete from cms.versions; drop schema if exists content cascade; create schema content; delete from cms.schema_state",
  );
  await apply(opened.database, articles("markdown"));
});
afterAll(() => opened?.close());

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await opened.database.pool.query<Row>(text, values)).rows;

async function addDraft(body: unknown, others: object = {}): Promise<string> {
  const [record, draft] = [newId(), newId()];
  await query("insert into content.article (id, created_at, updated_at) values ($1, now(), now())", [record]);
  await query(
    `insert into cms.versions (id, entity, record_id, number, status, pending, record_version, data)
     values ($1, 'article', $2, 1, 'draft', true, 1, $3)`,
    [draft, record, JSON.stringify({ title: "T", body, ...others })],
  );
  return draft;
}
const save = (draft: string, data: object) =>
  query("update cms.versions set data = data || $2 where id = $1", [draft, JSON.stringify(data)]);
/** What all drafts have. */
async function drafts(): Promise<readonly unknown[]> {
  const rows = await query<{ data: string }>("select data::text from cms.versions order by data ->> 'title', data ->> 'body', data::text");
  return rows.map(({ data }) => JSON.parse(data));
}
const leftTables = () => query("select from pg_class where relname like 'ahead.%'");

/** Changes the format; `meanwhile` runs before the final step locks the tables. @returns the texts that the final step converts */
async function changeFormat(meanwhile: () => Promise<unknown>, to = articles("document")): Promise<readonly unknown[]> {
  let isFinal = false;
  const converted: unknown[] = [];
  const convertText: ConvertText = (_, text) => {
    if (isFinal) converted.push(text);
    return { value: Array.isArray(text) ? text.map(documentOf) : documentOf(text), lost: text === "<lost>" ? ["intro"] : [] };
  };
  const observed = watched(opened.database, async ({ text }) => {
    if (isFinal || !text.startsWith("lock table")) return;
    isFinal = true;
    await meanwhile();
  });
  await apply(observed, to, { convertText });
  return converted;
}

test("the final step converts only texts of drafts that were saved meanwhile, and keeps whatever was saved", async () => {
  const [, titled, changed, discarded] = [await addDraft("a"), await addDraft("b"), await addDraft("c"), await addDraft("d")];

  const converted = await changeFormat(async () => {
    await save(titled, { title: "Saved" });
    await save(changed, { body: "new" });
    await query("delete from cms.versions where id = $1", [discarded]);
    await addDraft("added");
  });

  expect(converted.toSorted()).toEqual(["added", "new"]);
  expect(await drafts()).toEqual([
    { title: "Saved", body: documentOf("b") },
    { title: "T", body: documentOf("a") },
    { title: "T", body: documentOf("added") },
    { title: "T", body: documentOf("new") },
  ]);
  expect(await leftTables()).toEqual([]);
});

test("what is saved after a change that was killed before its final step is not lost by the next one", async () => {
  const [first, second] = [await addDraft("a"), await addDraft("b")];

  const killed = await failureOf(changeFormat(() => Promise.reject(new Error("killed"))));
  await save(first, { title: "Saved" });
  await save(second, { title: "Saved, too" });
  const converted = await changeFormat(() => save(second, { title: "Saved twice" }));

  expect(killed).toMatchObject({ message: "killed" });
  expect(converted).toEqual([]);
  expect(await drafts()).toEqual([
    { title: "Saved", body: documentOf("a") },
    { title: "Saved twice", body: documentOf("b") },
  ]);
  expect(await leftTables()).toEqual([]);
});

test("a draft that was converted for a change that is given up stays as it was, and its later saves go into the next change", async () => {
  const draft = await addDraft("a");

  await failureOf(changeFormat(() => Promise.reject(new Error("killed"))));
  await apply(opened.database, articles("markdown"));
  await save(draft, { body: "later" });
  const before = await drafts();
  await changeFormat(async () => undefined);

  expect(before).toEqual([{ title: "T", body: "later" }]);
  expect(await drafts()).toEqual([{ title: "T", body: documentOf("later") }]);
});

test("texts inside other values are converted in the same way", async () => {
  await apply(opened.database, lists("markdown"), { allowDataLoss: true });
  const [, titled, changed] = [await addDraft(["a", "a"]), await addDraft(["b"]), await addDraft(["c"]), await addDraft([])];

  const converted = await changeFormat(async () => {
    await save(titled, { title: "Saved" });
    await save(changed, { body: ["new"] });
  }, lists("document"));

  expect(converted).toEqual([["new"]]);
  expect(await drafts()).toEqual([
    { title: "Saved", body: [documentOf("b")] },
    { title: "T", body: [documentOf("a"), documentOf("a")] },
    { title: "T", body: [documentOf("new")] },
    { title: "T", body: [] },
  ]);
  expect(await leftTables()).toEqual([]);
});

/** Marks the data that were converted before the final step. */
const markConverted = () => query(`update cms."ahead.drafts" set data = data || '{"mark": true}'`);

test("several fields of an entity are converted together: the final step copies all drafts that were not saved meanwhile", async () => {
  await apply(opened.database, magazines("markdown"), { allowDataLoss: true });
  const [, titled, changed] = [
    await addDraft("a", { kind: "essay", notes: ["b"], intro: "c" }),
    await addDraft("d", { kind: null, notes: ["e"], intro: "f" }),
    await addDraft("g", { notes: ["h"], intro: "i" }),
    await addDraft(null, { notes: [], intro: "j" }),
    await addDraft(null),
  ];

  const converted = await changeFormat(async () => {
    await markConverted();
    await query('delete from cms."ahead.texts"'); // the results of all texts: without its data, a draft would be converted again
    await save(titled, { title: "Saved" });
    await save(changed, { notes: ["h", "new"] });
    await addDraft("added", { intro: "too" });
  }, magazines("document"));

  expect(converted.toSorted()).toEqual(["added", "d", ["e"], "f", "g", ["h", "new"], "i", "too"]);
  expect(await drafts()).toEqual([
    { title: "Saved", kind: [], body: documentOf("d"), notes: [documentOf("e")], intro: documentOf("f") },
    { title: "T", kind: ["essay"], body: documentOf("a"), notes: [documentOf("b")], intro: documentOf("c"), mark: true },
    { title: "T", body: documentOf("added"), intro: documentOf("too") },
    { title: "T", body: documentOf("g"), notes: [documentOf("h"), documentOf("new")], intro: documentOf("i") },
    { title: "T", body: null, notes: [], intro: documentOf("j"), mark: true },
    { title: "T", body: null },
  ]);
  expect(await leftTables()).toEqual([]);
});

test("drafts of several fields that were converted for a change that was killed serve the next one, unless it changes other fields", async () => {
  await apply(opened.database, magazines("markdown"), { allowDataLoss: true });
  const [first] = [await addDraft("a", { notes: ["b"], intro: "c" }), await addDraft("d", { notes: ["e"], intro: "f" })];

  await failureOf(changeFormat(() => Promise.reject(new Error("killed")), magazines("document")));
  await markConverted();
  await changeFormat(() => save(first, { intro: "later" }), magazines("document", "markdown"));
  const between = await drafts();
  await changeFormat(() => Promise.reject(new Error("killed")), magazines("document")).catch(() => undefined);
  await save(first, { title: "Saved" });
  const converted = await changeFormat(markConverted, magazines("document"));

  expect(between).toEqual([
    { title: "T", body: documentOf("a"), notes: ["b"], intro: "later" },
    { title: "T", body: documentOf("d"), notes: ["e"], intro: "f" },
  ]);
  expect(converted).toEqual([]);
  expect(await drafts()).toEqual([
    { title: "Saved", body: documentOf("a"), notes: [documentOf("b")], intro: documentOf("later"), mark: true },
    { title: "T", body: documentOf("d"), notes: [documentOf("e")], intro: documentOf("f"), mark: true },
  ]);
});

test("a text of a draft that was saved meanwhile, and that can't be kept whole, refuses the change, whichever field it is of", async () => {
  await apply(opened.database, magazines("markdown"), { allowDataLoss: true });
  const draft = await addDraft("a", { notes: ["b"], intro: "c" });

  const refused = await failureOf(changeFormat(() => save(draft, { intro: "<lost>" }), magazines("document")));

  expect(refused).toMatchObject({ message: expect.stringContaining("1 text of article.intro can't be kept whole") });
  expect(await drafts()).toEqual([{ title: "T", body: "a", notes: ["b"], intro: "<lost>" }]);
});
