import { expect, test } from "@jest/globals";
import { bind, compile, createEngine, parseQuery } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { admin, schema, visitor } from "./support/magazine.ts";
import { listOf, refusalOf } from "./support/reads.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const ID = "01900000-0000-7000-8000-000000000001";
const TIME = (column: string) => `to_char("t0"."${column}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const THERE = `not (cms.is_removing() and exists (select from cms.removals g where g.id = "t0"."id"))`;

test("the exact statement of a list", () => {
  const statement = listOf(visitor, "tag", "filter[name]=a&fields=name,createdAt&sort=name&limit=2&offset=4");
  const where = `where "t0"."name" collate "und-x-icu" = $1::text and "t0"."published_at" is not null and ${THERE} and "t0"."rank" >= $2::int8`;

  expect(statement.text).toBe(
    `select page.*, s.stamp from (select p.data, p.rows, null::text as cursor from (` +
      `select coalesce(json_agg("_row"), '[]'::json)::text as data, count(*)::int as rows from (select "t0"."id" as "id", ${TIME("created_at")} as "createdAt", "t0"."name" as "name"` +
      ` from (select * from (select "t0".* from "content"."tag" "t0" ${where} order by "t0"."name" collate "und-x-icu", "t0"."id" limit 101) c limit (select $3::int8) offset (select $4::int8)) "t0") "_row") p) page,` +
      ` (select coalesce(sum(n), 0)::text as stamp from cms.entity_stamps where entity = any($5::text[])) s`,
  );
  expect(bind(statement, { principal: visitor, now: NOW })).toEqual(["a", "1", 2, 4, ["tag"]]);
});

test("the exact statements of a list's total", () => {
  const { total } = listOf(visitor, "tag", "filter[name]=a");
  const rows = `from "content"."tag" "t0" where "t0"."name" collate "und-x-icu" = $1::text and "t0"."published_at" is not null and ${THERE} and "t0"."rank" >= $2::int8`;
  const shifted = rows.replace("$2", "$4").replace("$1", "$3");

  expect(total?.exact.text).toBe(
    `select case when s.stamp = $1::text then $2::text else (select count(*) ${shifted})::text end as total, s.stamp` +
      ` from (select coalesce(sum(n), 0)::text as stamp from cms.entity_stamps where entity = any($5::text[])) s`,
  );
  expect(total?.estimate.text).toBe(`explain (format json) select ${rows}`);
  expect(listOf(admin, "post", "draft=true").total?.remembers).toBe(false);
});

test("the exact statement of a record, of a global, and of a list without count", () => {
  expect(
    boundFor(visitor, createEngine(schema).as(visitor).one("tag", ID.toUpperCase(), parseQuery("fields=name", "record"))),
  ).toMatchObject({
    text:
      `select (select row_to_json("_row") from (select "t0"."id" as "id", "t0"."name" as "name") "_row")::text as data, "t0"."version" as version` +
      ` from "content"."tag" "t0" where "t0"."id" = $1::uuid and "t0"."published_at" is not null and ${THERE} and "t0"."rank" >= $2::int8`,
    values: [ID, "1"],
  });
  expect(boundFor(visitor, createEngine(schema).as(visitor).one("site", null, parseQuery("fields=title", "record")))).toMatchObject({
    text:
      `select (select row_to_json("_row") from (select "t0"."id" as "id", "t0"."title" as "title") "_row")::text as data, "t0"."version" as version` +
      ` from "content"."site" "t0" where "t0"."published_at" is not null`,
    values: [],
  });
  expect(listOf(admin, "tag", "count=false").total).toBeUndefined();
});

test.each<readonly [sort: string, place: readonly (string | null)[], sql: string]>([
  ["-createdAt", ["2026-01-01T00:00:00.000Z", ID], `("t0"."created_at", "t0"."id") < ($::timestamptz, $::uuid)`],
  ["createdAt", ["2026-01-01T00:00:00.000Z", ID], `("t0"."created_at", "t0"."id") > ($::timestamptz, $::uuid)`],
  ["-rating", ["2", ID], `("t0"."rating", "t0"."id") < ($::float8, $::uuid)`],
  ["-rating", [null, ID], `(("t0"."rating" is not null) or ("t0"."rating" is null and "t0"."id" < $::uuid))`],
  ["rating", ["2", ID], `((("t0"."rating" > $::float8 or "t0"."rating" is null)) or ("t0"."rating" = $::float8 and "t0"."id" > $::uuid))`],
  ["rating", [null, ID], `(("t0"."rating" is null and "t0"."id" > $::uuid))`],
])("a cursor at sort=%s, position %j, continues with %s", (sort, place, expected) => {
  const token = sort.startsWith("-") ? `article.${sort}.-id` : `article.${sort}.id`;
  const plan = createEngine(schema)
    .as(admin)
    .list("article", parseQuery(`sort=${sort}&cursor=x&count=false`), { openCursor: () => [token, ...place] });

  const [, after] = compile(plan).text.replaceAll(/\$\d+/g, "$").split(` "t0" where `);
  expect(after?.split(" order by ")[0]).toBe(`"t0"."published_at" is not null and ${THERE} and ${expected}`);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["no list", { 0: "a" }],
  ["another entity", ["tag.-createdAt.-id", "2026-01-01T00:00:00.000Z", ID]],
  ["another order", ["article.createdAt.id", "2026-01-01T00:00:00.000Z", ID]],
  ["too few values", ["article.-createdAt.-id", ID]],
  ["a wrong type", ["article.-createdAt.-id", "yesterday", ID]],
  ["a null that can't be", ["article.-createdAt.-id", null, ID]],
  ["a number for text", ["article.-createdAt.-id", 5, ID]],
])("a cursor that contains %s is refused", (_what, payload) => {
  const refusal = refusalOf(() =>
    createEngine(schema)
      .as(admin)
      .list("article", parseQuery("cursor=x"), { openCursor: () => payload }),
  );

  expect(refusal.details).toEqual([{ field: "cursor", message: "is not a cursor of this list" }]);
});
