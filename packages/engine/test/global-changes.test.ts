import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { GLOBAL_GROUP } from "../src/row-keys.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const siteOf = (more: Partial<EntityDefinition>) =>
  compileSchema(configOf({ locales: ["en", "de"], entities: [{ name: "site", fields: [{ name: "title", type: "text" }], ...more }] }));
const ONE = siteOf({ global: true });
const LOCALIZED = siteOf({ global: true, translatable: true });
const GROUP = { translation_group: GLOBAL_GROUP };

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const rows = async (text: string) => (await database.client.query(text)).rows;

test("a global that becomes translatable keeps its row as that of the default locale", async () => {
  await database.apply(ONE);
  const id = await database.insert("site", { title: "a" });

  const changes = await database.apply(LOCALIZED);

  expect(changes.filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect(await rows("select id, title, locale, translation_group from content.site")).toEqual([{ id, title: "a", locale: "en", ...GROUP }]);
  expect(await database.apply(LOCALIZED)).toEqual([]);
});

test("a translatable global has one row for each locale", async () => {
  await database.apply(LOCALIZED);
  await database.insert("site", { locale: "en", ...GROUP });
  await database.insert("site", { locale: "de", ...GROUP });

  await expect(database.insert("site", { locale: "de", ...GROUP })).rejects.toMatchObject({ constraint: "single.site.locale" });
});

test("a global that is no longer translatable keeps the default locale's row, and reports what is lost", async () => {
  await database.apply(LOCALIZED);
  const id = await database.insert("site", { title: "a", locale: "en", ...GROUP, updated_at: new Date(0) });
  await database.insert("site", { title: "b", locale: "de", ...GROUP });

  const changes = await database.apply(ONE);

  expect(changes.flatMap(({ lossy }) => lossy ?? [])).toContain(
    "site is in one language from now on: all its translations but that in en are lost",
  );
  expect(await rows("select id, title from content.site")).toEqual([{ id, title: "a" }]);
  expect(await database.apply(ONE)).toEqual([]);
});

test("a translatable collection that becomes a global keeps the newest record of each locale, together", async () => {
  await database.apply(siteOf({ translatable: true }));
  for (const [title, locale, time] of [
    ["old", "en", 0],
    ["new", "en", 1],
    ["neu", "de", 0],
  ] as const) {
    const { rows: made } = await database.client.query("select gen_random_uuid() as id");
    await database.insert("site", { title, locale, translation_group: made[0].id, updated_at: new Date(time) });
  }

  const changes = await database.apply(LOCALIZED);

  expect(changes.flatMap(({ lossy }) => lossy ?? [])).toEqual([
    "site is a global from now on: all records but the newest of each locale are lost",
  ]);
  expect(await rows("select title, translation_group from content.site order by title")).toEqual([
    { title: "neu", ...GROUP },
    { title: "new", ...GROUP },
  ]);
});
