/** An entity that becomes translatable, or no longer is, while processes with the previous configuration write it. */
import { expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { newId } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { apply, catalogOf, schemaOf, watching } from "./changing.ts";
import { finish, insert, start, text, useServer, valuesOf } from "./configurations.ts";
import { failureOf } from "./support.ts";

const articleOf = (more: Partial<EntityDefinition> = {}, ...fields: EntityDefinition["fields"]) =>
  schemaOf({ name: "article", fields: [text("title", { unique: true }), ...fields], ...more });
const [PLAIN, TRANSLATABLE] = [articleOf(), articleOf({ translatable: true })];

const server = useServer();

const stored = (database: Database) =>
  database.run({ text: "select title, locale, translation_group is not null as grouped from content.article order by title" });
const inEnglish = (...titles: string[]) => titles.map((title) => ({ title, locale: "en", grouped: true }));
const defaults = (database: Database) =>
  database.run({
    text: "select attname from pg_attribute where attrelid = 'content.article'::regclass and atthasdef and attname <> 'version'",
  });
const insertIn = (database: Database, locale: string, title: string) =>
  database.run(
    {
      text: "insert into content.article (id, created_at, updated_at, locale, translation_group, title) values ($1, now(), now(), $2, $1, $3)",
    },
    [newId(), locale, title],
  );

test("records that a process with the previous configuration writes during the change and after it are in the default locale", async () => {
  const older = await start(PLAIN);
  await insert(older, "title", "1 before");
  let count = 0;
  const newer = server.opened(
    watching(server.url(), async ({ text: statement }) => {
      if (statement.startsWith("lock table") && count++ === 0) await insert(older, "title", "2 meanwhile");
    }),
  );
  await apply(newer, TRANSLATABLE);

  await insert(older, "title", "3 after");
  await insertIn(newer, "de", "3 after");
  const kept = await defaults(newer);
  await older.close();
  await finish(newer);

  expect(kept).toEqual([{ attname: "locale" }, { attname: "translation_group" }]);
  expect(await defaults(newer)).toEqual([]);
  expect(await stored(newer)).toEqual([
    ...inEnglish("1 before", "2 meanwhile"),
    ...inEnglish("3 after"),
    { title: "3 after", locale: "de", grouped: true },
  ]);
});

test("the defaults for older processes end also if the table has a view with old names, or changes again", async () => {
  const older = await start(PLAIN);
  await insert(older, "title", "1");
  const renamed = schemaOf({ name: "article", fields: [text("headline", { unique: true, renamedFrom: "title" })], translatable: true });
  const newer = await start(renamed);

  await insert(older, "title", "2");
  const newest = await start(articleOf({ translatable: true }, text("lead")));
  await older.close();
  await newer.close();
  await finish(newest);

  expect(await defaults(newest)).toEqual([]);
});

test("a start with the unchanged configuration removes what was prepared", async () => {
  const database = await start(PLAIN);
  await insert(database, "title", "1");
  const before = await catalogOf(database);
  const cut = server.opened(
    watching(server.url(), ({ text: statement }) =>
      statement.startsWith("lock table") ? Promise.reject(new Error("cut off")) : Promise.resolve(),
    ),
  );

  expect(await failureOf(apply(cut, TRANSLATABLE))).toMatchObject({ message: "cut off" });
  expect(await catalogOf(database)).not.toEqual(before);
  expect(await apply(database, PLAIN)).toMatchObject({ state: "unchanged" });
  expect(await catalogOf(database)).toEqual(before);
});

test("if an entity is no longer translatable, processes with the new configuration can write it before the others have ended", async () => {
  const older = await start(TRANSLATABLE);
  await insertIn(older, "en", "1");
  const newer = await start(PLAIN);

  await insert(newer, "title", "2");

  expect(await valuesOf(newer, "title")).toEqual(["1", "2"]);
});
