import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileSchema, createEngine } from "../src/index.ts";
import type { Principal, HistoryRow, VersionRow } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables, run } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";
import { createWriter } from "./support/writer.ts";

/** Names that statements, functions and triggers use internally, and SQL keywords. */
const WORDS =
  "r d v p t l x c e o data row rows value place key source target base next written pending verdict stored found version new old of content own entity field scope order group select user table column";
const NAMES = WORDS.split(" ");

const fieldsOf = (unique: boolean) => NAMES.map((name) => ({ name, type: "text" as const, searchable: true, unique }));
const schemaOf = (unique: boolean) =>
  compileSchema(
    configOf({ locales: ["en", "de"], entities: [{ name: "words", versions: true, translatable: true, fields: fieldsOf(unique) }] }),
  );
const schema = schemaOf(true);
const admin: Principal = { kind: "user", role: "admin", userId: randomUUID() };
const bodyOf = (text: string) => Object.fromEntries(NAMES.map((name) => [name, `${name} ${text}`]));

let tables: TestTables;
let writer: ReturnType<typeof createWriter>;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  writer = createWriter(schema, tables.client, admin);
});
afterAll(() => tables.close());

test("fields may have names that statements use internally: in live reads, drafts and the history", async () => {
  const { id, record } = await writer.create("words", bodyOf("live"));
  await writer.saveDraft("words", id, bodyOf("pending"));
  const [live, draft] = [await writer.read("words", id), await writer.read("words", id, { draft: true })];
  const [history] = await run<HistoryRow>(
    tables.client,
    createEngine(schema).as(admin).history("words", id, { limit: 1, offset: 0 }),
    admin,
  );
  const [{ id: versionId }] = JSON.parse(history?.data ?? "[]");
  const [version] = await run<VersionRow>(tables.client, createEngine(schema).as(admin).version("words", id, versionId), admin);
  const published = await writer.publish("words", id);
  const unpublished = await writer.unpublish("words", id);

  expect([record, live]).toEqual([expect.objectContaining(bodyOf("live")), expect.objectContaining(bodyOf("live"))]);
  expect([draft, published.record, unpublished.record]).toEqual(Array(3).fill(expect.objectContaining(bodyOf("pending"))));
  expect(JSON.parse(version?.data ?? "{}").data).toEqual(bodyOf("pending"));
});

test("fields may have these names when a unique rule is added while a draft is pending", async () => {
  await tables.apply(schemaOf(false));
  const { id } = await writer.create("words", bodyOf("first"));
  await writer.saveDraft("words", id, bodyOf("claimed"));
  await tables.client.query("delete from cms.draft_claims");

  await tables.apply(schema);

  const { rows } = await tables.client.query("select value from cms.draft_claims where record_id = $1", [id]);
  expect(rows.map(({ value }) => value).toSorted()).toEqual(Object.values(bodyOf("claimed")).toSorted());
});
