import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { validateConfig } from "@colophon/config";
import { compileSchema, tableChanges } from "@colophon/engine";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { prepareDatabase, createDatabase, PATIENT_LIMITS, sentencesOfTexts } from "../src/index.ts";
import type { Database } from "../src/index.ts";

const checked = validateConfig({
  roles: [{ name: "admin", isAdmin: true }],
  entities: [
    {
      name: "note",
      versions: true,
      fields: [
        { name: "title", type: "text", searchable: true },
        { name: "code", type: "text", unique: true },
        { name: "seo", type: "object", fields: [{ name: "line", type: "text" }] },
        { name: "raw", type: "json" },
      ],
    },
  ],
});
if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
const schema = compileSchema(checked.config);
const INSERT = `insert into content.note (id, created_at, updated_at, published_at, title, code, seo, raw) values ($1, now(), now(), now(), $2, $3, $4, $5)`;
const id = (n: number): string => `01900000-0000-7000-8000-00000000000${n}`;

let server: TestPostgres;
let database: Database;
beforeEach(async () => {
  server = await startPostgres({ migrated: true });
  database = createDatabase({ url: server.url, ...PATIENT_LIMITS });
});
afterEach(async () => {
  await database.close();
  await server.stop();
});

const bring = () => prepareDatabase(database, schema, { tableChanges, adminEmail: "BOSS@example.org" });

test("texts of earlier releases are converted to NFC at the first start; one that another record already has is kept and reported", async () => {
  await bring();
  await database.run({ text: "delete from cms.text_state where name = 'normalized'" }); // as after an update
  await database.run({ text: INSERT }, [id(1), "e\u0301", "free", { line: "u\u0308" }, { "a\u0308": "o\u0308" }]);
  await database.run({ text: INSERT }, [id(2), "x", "\u00e9", null, null]);
  await database.run({ text: INSERT }, [id(3), "x", "e\u0301", null, null]);

  const { texts } = await bring();

  expect(await database.run({ text: "select title, code, seo->>'line' as line, raw::text from content.note order by id" })).toEqual([
    { title: "\u00e9", code: "free", line: "\u00fc", raw: '{"a\u0308": "o\u0308"}' },
    { title: "x", code: "\u00e9", line: null, raw: null },
    { title: "x", code: "e\u0301", line: null, raw: null },
  ]);
  expect(sentencesOfTexts(texts)).toEqual([
    `"content"."note", ${id(3)}: its text in NFC would equal another record's unique text, so it is not changed.`,
  ]);
});

test("indexes that were created with another version of ICU are rebuilt at start, once", async () => {
  await bring();
  await database.run({ text: "update cms.text_state set value = '1' where name = 'collation'" });

  const [changed, unchanged] = [await bring(), await bring()];

  expect(changed.texts.rebuilt).toEqual(
    expect.arrayContaining(['content."distinct.note.code"', 'content."key.note.title.live"', 'content."grams.note.title.live"']),
  );
  expect(unchanged.texts.rebuilt).toEqual([]);
});

test("with a PostgreSQL without ICU, the start is refused with a message", async () => {
  await database.run({ text: "set allow_system_table_mods = on; delete from pg_collation where collname = 'und-x-icu'" });

  await expect(bring()).rejects.toThrow("This PostgreSQL was built without ICU");
});
