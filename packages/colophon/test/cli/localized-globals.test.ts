import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { idOf } from "./support/content.ts";
import { configNamed, openSite, type TestSite } from "./support/run.ts";

const GROUP = "00000000-0000-0000-0000-000000000000";
let source: TestSite;
let target: TestSite;
let archive: string;
beforeAll(async () => {
  const variables = { CMS_CONFIG: configNamed("cookbook") };
  [source, target] = await Promise.all([openSite({ variables }), openSite({ variables })]);
  archive = join(source.folder, "site.tar");
  await source.sql("update content.menu set title = 'Menu', version = 2");
  await addTo(source, "de", "Karte");
  await source.cms(["export", archive]);
});
afterAll(() => Promise.all([source?.close(), target?.close()]));

const addTo = (site: TestSite, locale: string, title: string) =>
  site.sql(
    `insert into content.menu (id, version, created_at, updated_at, published_at, locale, translation_group, title)
     values ($1, 3, now(), now(), now(), $2, $3, $4)`,
    [idOf("menu", title.length), locale, GROUP, title],
  );
const titlesIn = (site: TestSite) => site.sql("select locale, title from content.menu order by locale");

test("the records of a translatable global are imported per locale: a saved one stays, an empty one is replaced", async () => {
  await addTo(target, "de", "Speisekarte");
  await addTo(target, "fr", "Carte du jour");

  const { status, stderr } = await target.cms(["import", archive]);

  expect([status, stderr]).toEqual([0, expect.stringContaining("The import is complete.")]);
  expect(await titlesIn(target)).toEqual([
    { locale: "de", title: "Speisekarte" },
    { locale: "en", title: "Menu" },
    { locale: "fr", title: "Carte du jour" },
  ]);
});

test("with --overwrite, the imported ones replace those of their locales", async () => {
  expect((await target.cms(["import", archive, "--overwrite"])).status).toBe(0);

  expect(await titlesIn(target)).toEqual([
    { locale: "de", title: "Karte" },
    { locale: "en", title: "Menu" },
    { locale: "fr", title: "Carte du jour" },
  ]);
});
