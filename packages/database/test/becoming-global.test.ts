import { expect, test } from "@jest/globals";
import { apply, schemaOf, watching } from "./changing.ts";
import { insert, start, text, useServer, valuesOf } from "./configurations.ts";

const siteOf = (global: boolean) => schemaOf({ name: "article", fields: [text("title")], global });

const server = useServer();

/** The statement of the switch that removes rows. */
async function removal(): Promise<string | undefined> {
  const seen: string[] = [];
  const database = server.opened(watching(server.url(), async ({ text: statement }) => void seen.push(statement)));
  await apply(database, siteOf(true), { allowDataLoss: true });
  return seen.find((statement) => /^(do|delete from "content")/.test(statement));
}

test("records of a collection that becomes a global are removed by truncation", async () => {
  const older = await start(siteOf(false));
  for (const title of ["old", "new"]) await insert(older, "title", title);

  expect(await removal()).toContain('truncate "content"."article";');
  expect(await valuesOf(older, "title")).toEqual(["new"]);
});

test("they are deleted if a table outside the product refers to them", async () => {
  const older = await start(siteOf(false));
  for (const title of ["old", "new"]) await insert(older, "title", title);
  await older.run({ text: "create table public.notes as select id as article, title from content.article" });
  await older.run({ text: "alter table public.notes add foreign key (article) references content.article on delete cascade" });

  expect(await removal()).toMatch(/^delete from "content"."article" /);
  expect(await older.run({ text: "select title from public.notes" })).toEqual([{ title: "new" }]);
});
