/** References in values that are converted: they are copied while the site is running, not in the final step. */
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import { newId } from "../src/index.ts";
import type { ConvertText } from "../src/index.ts";
import { apply, schemaOf, watched } from "./changing.ts";
import type { Statement } from "./changing.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

const ROWS = 1_200;
const topic = { name: "topic", fields: [{ name: "name", type: "text" as const }] };
const articles = (...fields: FieldDefinition[]): Schema => schemaOf(topic, { name: "article", versions: true, fields });

const MARKDOWN = articles({ name: "body", type: "richtext", embeds: ["topic"] });
const DOCUMENT = articles({ name: "body", type: "richtext", format: "document", embeds: ["topic"] });

/** `[a](record:topic/ID)` becomes a card of the record. */
const convertText: ConvertText = (definition, stored) => {
  if (Array.isArray(stored)) return { value: stored.map((text) => convertText(definition, text).value), lost: [] };
  if (definition.type === "richtext" && definition.nodes) return { value: [], lost: [] };
  const ids = [...String(stored).matchAll(/record:topic\/([^)]*)/g)].map(([, id = ""]) => id);
  return { value: ids.map((id) => ({ _type: "record", attrs: { entity: "topic", id } })), lost: [] };
};

let opened: Opened;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
});
beforeEach(() =>
  opened.database.pool.query(
    "delete from cms.versions; drop schema if exists content cascade; create schema content; delete from cms.schema_state",
  ),
);
afterAll(() => opened?.close());

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await opened.database.pool.query<Row & Record<string, unknown>>(text, values)).rows;
const addTopic = async (): Promise<string> => {
  const id = newId();
  await query("insert into content.topic (id, created_at, updated_at, published_at) values ($1, now(), now(), now())", [id]);
  return id;
};
const tablesOfReferences = async (): Promise<readonly string[]> => {
  const found = await query<{ relname: string }>("select relname from pg_class where relname like 'article\\_\\_refs.%' and relkind = 'r'");
  return found.map(({ relname }) => relname);
};
/** All references, and those that the final step has written: it also writes the row of the configuration. */
const references = async () => {
  const [table] = await tablesOfReferences();
  const isSwitched = "xmin = (select xmin from cms.schema_state where superseded_at is null)";
  const target = 'r."set_null.topic" as topic';
  const all = await query<{ topic: string; draft: boolean; n: number }>(
    `select ${target}, draft, count(*)::int as n from content."${table}" r group by 1, 2`,
  );
  const touched = await query<{ topic: string; draft: boolean }>(`select ${target}, draft from content."${table}" r where r.${isSwitched}`);
  const [rows] = await query<{ n: number }>(`select count(*)::int as n from content.article where ${isSwitched}`);
  return { all, touched, records: rows?.n };
};

const link = (id: string): string => `[a](record:topic/${id})`;

async function fillArticles(schema: Schema, column: string, value: unknown): Promise<void> {
  await apply(opened.database, schema);
  await query(
    `insert into content.article (id, created_at, updated_at, published_at, ${column})
     select gen_random_uuid(), now(), now(), now(), $2 from generate_series(1, $1::int)`,
    [ROWS, value],
  );
}

/** Applies a configuration; `act` runs once before the final step locks the tables. */
async function switchWith(schema: Schema, act: (statement: Statement) => Promise<void>): Promise<void> {
  let hasActed = false;
  const observed = watched(opened.database, async (statement) => {
    if (hasActed || !statement.text.startsWith("lock table")) return;
    hasActed = true;
    await act(statement);
  });
  await apply(observed, schema, { convertText });
}

test("a change of a format copies references beside the running site; its final step writes those of texts that were written meanwhile", async () => {
  await apply(opened.database, MARKDOWN);
  const [old, other, drafted, gone] = [await addTopic(), await addTopic(), await addTopic(), await addTopic()];
  await fillArticles(MARKDOWN, "body", link(old));
  const [first, second, third] = await query<{ id: string }>("select id from content.article order by id limit 3");
  for (const record of [first, third])
    await query(
      `insert into cms.versions (id, entity, record_id, number, status, pending, published, record_version, data, created_at)
       values ($1, 'article', $2, 1, 'draft', true, false, 1, $3, now())`,
      [newId(), record?.id, JSON.stringify({ body: link(drafted) })],
    );

  await switchWith(DOCUMENT, async () => {
    await query("update content.article set body = $2 where id = $1", [second?.id, link(other) + link(gone)]);
    await query("delete from content.topic where id = $1", [gone]);
    await query("update cms.versions set data = $2 where record_id = $1", [third?.id, JSON.stringify({ body: link(other) })]);
  });

  const { all, touched, records } = await references();
  expect(all).toHaveLength(4);
  expect(all).toEqual(
    expect.arrayContaining([
      { topic: old, draft: false, n: ROWS - 1 },
      { topic: other, draft: false, n: 1 },
      { topic: drafted, draft: true, n: 1 },
      { topic: other, draft: true, n: 1 },
    ]),
  );
  expect([touched.map(({ topic: to, draft }) => [to, draft]).toSorted(), records]).toEqual([
    [
      [other, false],
      [other, true],
    ],
    1,
  ]);
  const cards = await query<{ id: string }>(
    "select jsonb_path_query(body, '$[*].attrs.id') #>> '{}' as id from content.article where id = $1",
    [second?.id],
  );
  expect(cards.map(({ id }) => id)).toEqual([other, gone]);
  const lost = JSON.stringify([{ _type: "record", attrs: { entity: "topic", id: gone } }]);
  await expect(query("update content.article set body = $2 where id = $1", [first?.id, lost])).rejects.toMatchObject({ code: "23503" });
});

test("a change that takes the place of an interrupted one converts the texts again, and copies the references from its own results", async () => {
  await apply(opened.database, MARKDOWN);
  const [old, other] = [await addTopic(), await addTopic()];
  await fillArticles(MARKDOWN, "body", link(old));
  const withoutCards = articles({ name: "body", type: "richtext", format: "document", embeds: ["topic"], nodes: ["paragraph"] });

  const stopped = await failureOf(switchWith(withoutCards, () => Promise.reject(new Error("killed"))));
  await query("update content.article set body = $1 where id = (select min(id::text)::uuid from content.article)", [link(other)]);
  await switchWith(DOCUMENT, async () => undefined);

  expect(stopped).toMatchObject({ message: "killed" });
  expect((await references()).all).toEqual(
    expect.arrayContaining([
      { topic: old, draft: false, n: ROWS - 1 },
      { topic: other, draft: false, n: 1 },
    ]),
  );
  expect(await query("select from content.article where body @> '[{}]'")).toHaveLength(ROWS);
});

test("texts inside other values that are written before the final step are converted in it, with their references", async () => {
  const texts = (format: "markdown" | "document"): Schema =>
    articles({ name: "notes", type: "array", of: { type: "richtext", format, embeds: ["topic"] } });
  await apply(opened.database, texts("markdown"));
  const [old, other] = [await addTopic(), await addTopic()];
  await fillArticles(texts("markdown"), "notes", JSON.stringify([link(old)]));

  await switchWith(texts("document"), async () => {
    await query("update content.article set notes = $1 where id = (select min(id::text)::uuid from content.article)", [
      JSON.stringify([link(old), link(other)]),
    ]);
  });

  const { all, touched, records } = await references();
  expect(all).toHaveLength(2);
  expect(all).toEqual(
    expect.arrayContaining([
      { topic: old, draft: false, n: ROWS },
      { topic: other, draft: false, n: 1 },
    ]),
  );
  expect([touched.length, records]).toEqual([2, 1]);
  expect(await query("select from content.article where notes @> '[[{}]]'")).toHaveLength(ROWS);
});
