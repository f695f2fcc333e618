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

async function addDraft(body: unknown): Promise<string> {
  const [record, draft] = [newId(), newId()];
  await query("insert into content.article (id, created_at, updated_at) values ($1, now(), now())", [record]);
  await query(
    `insert into cms.versions (id, entity, record_id, number, status, pending, record_version, data)
     values ($1, 'article', $2, 1, 'draft', true, 1, $3)`,
    [draft, record, JSON.stringify({ title: "T", body })],
  );
  return draft;
}
const save = (draft: string, data: object) =>
  query("update cms.versions set data = data || $2 where id = $1", [draft, JSON.stringify(data)]);
/** What all drafts have. */
async function drafts(): Promise<readonly unknown[]> {
  const rows = await query<{ data: string }>("select data::text from cms.versions order by data ->> 'title', data ->> 'body'");
  return rows.map(({ data }) => JSON.parse(data));
}
const leftTables = () => query("select from pg_class where relname like 'ahead.%'");

/** Changes the format; `meanwhile` runs before the final step locks the tables. @returns the texts that the final step converts */
async function changeFormat(meanwhile: () => Promise<unknown>, to = articles("document")): Promise<readonly unknown[]> {
  let isFinal = false;
  const converted: unknown[] = [];
  const convertText: ConvertText = (_, text) => {
    if (isFinal) converted.push(text);
    return { value: Array.isArray(text) ? text.map(documentOf) : documentOf(text), lost: [] };
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
