import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { compile, compileSchema, createEngine, parseSearch, tableChanges } from "../src/index.ts";
import type { Plan, Schema, Statement } from "../src/index.ts";
import { emptyCatalog } from "../src/ddl/catalog.ts";
import { configOf } from "./support/config.ts";
import { refusalOf } from "./support/reads.ts";

const article: EntityDefinition = {
  name: "article",
  versions: true,
  translatable: true,
  fields: [
    { name: "title", type: "text", required: true, searchable: true },
    { name: "slug", type: "slug", from: "title" },
    { name: "author", type: "relation", to: "author" },
    { name: "tags", type: "relation", to: "tag", many: true },
  ],
};
const author: EntityDefinition = {
  name: "author",
  fields: [
    { name: "name", type: "text" },
    { name: "tag", type: "relation", to: "tag" },
    { name: "tags", type: "relation", to: "tag", many: true },
  ],
};
const tag: EntityDefinition = { name: "tag", fields: [{ name: "label", type: "text" }] };

const schemaOf = (trash: boolean): Schema =>
  compileSchema(configOf({ locales: ["en", "de"], entities: [{ ...article, trash }, author, tag] }));
const ID = "01900000-0000-7000-8000-00000000a001";
const newId = () => randomUUID();

/** All texts of a plan. */
function textsOf(plan: Plan): readonly string[] {
  const statement: Statement = compile(plan);
  return [statement.text, ...(statement.total ? [statement.total.exact.text, statement.total.estimate.text] : [])];
}

const QUERIES = [
  "",
  "filter[title]=a&sort=-title",
  "locale=de&fallback=true&resolve[author]=name&resolve[tags]=label",
  "offset=2000",
  "cursor=",
  "can=true",
];

test("live reads of an entity are the same with a trash as without one", () => {
  const [without, having] = [false, true].map((trash) => createEngine(schemaOf(trash)).as({ kind: "system" }));

  for (const query of QUERIES) expect(textsOf(having!.list("article", query))).toEqual(textsOf(without!.list("article", query)));
  for (const query of ["", "resolve[author]=name"])
    expect(textsOf(having!.record("article", query))).toEqual(textsOf(without!.record("article", query)));
  const [found, foundWithout] = [having, without].map((engine) => engine!.search(parseSearch("q=anna"), "unicode"));
  expect(textsOf(found!)).toEqual(textsOf(foundWithout!));
});

test("statements of entities without a trash, and without references from such entities, don't contain it", async () => {
  const [without, having] = await Promise.all(
    [false, true].map(async (trash) => {
      const engine = createEngine(schemaOf(trash)).as({ kind: "system" });
      const body = { name: "a", tag: ID, tags: [ID] };
      const data = await engine.parseBody("author", body, { operation: "create", partial: false, makeKey: newId });
      return [
        ...QUERIES.filter((query) => !/title|locale|author/.test(query)).map((query) => engine.list("author", query)),
        engine.record("author", "resolve[tag]=label"),
        engine.create("author", { id: ID, data, newId }),
        engine.update("author", ID, { data, newId }),
        engine.remove("author", ID, { newId }),
        engine.remove("tag", ID, { newId }),
      ].flatMap(textsOf);
    }),
  );

  expect(having).toEqual(without);
  expect(having!.join()).not.toContain("trash");
});

test("a trash changes no table", () => {
  const [without, having] = [false, true].map((trash) => tableChanges(schemaOf(trash), emptyCatalog(true)).map(({ sql }) => sql));

  expect(having).toEqual(without);
});

test("the exact statement of a list of the trash, which returns, sorts and filters by the time of the deletion", () => {
  const engine = createEngine(compileSchema(configOf({ entities: [{ ...tag, trash: true }] }))).as({ kind: "system" });
  const { text } = compile(
    engine.list("tag", "trashed=true&fields=label,_deletedAt&sort=-_deletedAt&count=false&filter[_deletedAt][$lt]=2026-01-01"),
  );

  const own = ["id", "version", "created_at", "updated_at"].map((column) => `"_row"."${column}"`).join(", ");
  const owners = ["created_by", "created_by_kind", "updated_by", "updated_by_kind"].map((column) => `"_row"."${column}"`).join(", ");
  const rows =
    `(select ${own}, "w"."published_at" as "published_at", ${owners}, "d"."label", w.trashed_at as "_deleted_at", w.data as "_held"` +
    ` from cms.trash w join "content"."tag" "_row" on "_row"."id" = w.id` +
    ` cross join lateral jsonb_populate_record("_row", cms.fitting($1::text, w.data)) d where w.entity = 'tag') "t0"`;
  const where = `where "t0"."_deleted_at" < $2::timestamptz and "t0"."published_at" is not null`;
  const page = `select "t0".* from ${rows} ${where} order by "t0"."_deleted_at" desc, "t0"."id" desc limit 101`;
  const time = `to_char("t0"."_deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "_deletedAt"`;
  expect(text).toBe(
    `select p.data, p.rows, null::text as cursor from (select coalesce(json_agg("_row"), '[]'::json)::text as data, count(*)::int as rows` +
      ` from (select "t0"."id" as "id", "t0"."label" as "label", ${time}` +
      ` from (select * from (${page}) c limit (select $3::int8) offset (select $4::int8)) "t0") "_row") p`,
  );
});

test.each(["sort=_deletedAt", "filter[_deletedAt][$lt]=2026-01-01", "fields=_deletedAt"])("a live list refuses %s", (query) => {
  const engine = createEngine(schemaOf(true)).as({ kind: "system" });

  expect(refusalOf(() => engine.list("article", query)).details).toEqual([
    expect.objectContaining({ message: expect.stringContaining("needs trashed=true") }),
  ]);
  expect(refusalOf(() => engine.list("author", query)).details).toEqual([
    expect.objectContaining({ message: expect.stringContaining("there is no field _deletedAt") }),
  ]);
});
