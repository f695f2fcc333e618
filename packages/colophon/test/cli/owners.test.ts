import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fill, idOf } from "./support/content.ts";
import { openSite, type TestSite } from "./support/run.ts";

const [travelling, here, nowhere, key] = [idOf("user", 1), idOf("user", 2), idOf("user", 3), idOf("key", 1)];
let source: TestSite;
let target: TestSite;
let archive: string;
beforeAll(async () => {
  [source, target] = await Promise.all([openSite(), openSite()]);
  await fill(source, { articles: 4 });
  const owners = [travelling, here, nowhere, key];
  for (const [at, id] of owners.entries())
    await source.sql(
      "update content.article set created_by = $2, created_by_kind = $3, updated_by = $4, updated_by_kind = 'user' where id = $1",
      [idOf("article", at), id, id === key ? "key" : "user", travelling],
    );
  await source.sql("update cms.versions set created_by = null, created_by_key = $1", [key]);
  await target.sql("insert into cms.users (id, email, role) values ($1, 'here@example.com', 'editor')", [here]);
  archive = join(source.folder, "site.tar");
  expect((await source.cms(["export", archive])).status).toBe(0);
});
afterAll(() => Promise.all([source.close(), target.close()]));

const ownersOf = (site: TestSite) =>
  site.sql("select created_by, created_by_kind, updated_by, updated_by_kind from content.article order by array_position($1, id)", [
    [0, 1, 2, 3].map((at) => idOf("article", at)),
  ]);
const updated = { updated_by: travelling, updated_by_kind: "user" };
const nobody = { created_by: null, created_by_kind: null };

test("an import keeps owners that are in the archive or the site, and sets all others to null", async () => {
  const { status, stderr } = await target.cms(["import", "-"], {}, readFileSync(archive));

  expect([status, stderr]).toEqual([0, expect.stringContaining("The import is complete.")]);
  expect(await ownersOf(target)).toEqual([
    { created_by: travelling, created_by_kind: "user", ...updated },
    { created_by: here, created_by_kind: "user", ...updated },
    { ...nobody, ...updated },
    { ...nobody, ...updated },
  ]);
  expect(await target.sql("select distinct created_by, created_by_key from cms.versions")).toEqual([
    { created_by: null, created_by_key: null },
  ]);
});

test("an import into the site that it came from keeps its API keys", async () => {
  await source.sql("insert into cms.api_keys (id, name, key_prefix, key_hash, role) values ($1, 'k', 'cms_1', 'x', 'editor')", [key]);

  const { status } = await source.cms(["import", archive, "--overwrite"]);

  expect(status).toBe(0);
  const rows = await ownersOf(source);
  expect(rows.at(-1)).toEqual({ created_by: key, created_by_kind: "key", ...updated });
  expect(await source.sql("select distinct created_by_key from cms.versions")).toEqual([{ created_by_key: key }]);
});
