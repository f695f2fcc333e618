import { expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { compile, compileSchema, createEngine, parseSearch } from "../src/index.ts";
import type { IndexedWords } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { as, schema, statementFor } from "./support/library.ts";

function refused(search: string): readonly string[] {
  try {
    parseSearch(search);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error.details?.map(({ field }) => field) ?? [];
    throw error;
  }
  return [];
}

test.each([
  ["?q=a", { text: "a", limit: 5, locale: null }],
  ["q=a+b%20&limit=7", { text: "a b ", limit: 7, locale: null }],
  ["q=%25_%5C&limit=0", { text: "%_\\", limit: 1, locale: null }],
  ["q=a&limit=-3", { text: "a", limit: 1, locale: null }],
  ["q=a&limit=21", { text: "a", limit: 20, locale: null }],
  ["q=a&limit=99999999999999999999", { text: "a", limit: 20, locale: null }],
  [`q=${"%F0%9F%93%9A".repeat(200)}`, { text: "📚".repeat(200), limit: 5, locale: null }],
])("%s is read as %j", (search, request) => {
  expect(parseSearch(search)).toEqual(request);
});

test.each([
  ["", ["q"]],
  ["q=", ["q"]],
  ["q=%20%09+", ["q"]],
  [`q=${"x".repeat(201)}`, ["q"]],
  ["q=%00", ["q"]],
  ["q=%ED%A0%80", ["q", "q"]],
  ["q=a&limit=", ["limit"]],
  ["q=a&limit=1.5", ["limit"]],
  ["q=a&limit=1e1", ["limit"]],
  ["q=a&limit=five", ["limit"]],
  ["q=a&limit=1&limit=2", ["limit"]],
  ["q=a&q=b", ["q"]],
  ["q[x]=a", ["q"]],
  ["q=a&entity=book", ["entity"]],
  ["q=a&filter[title]=x&limit=x", ["filter[title]", "limit"]],
])("%s is refused at %j", (search, fields) => {
  expect(new Set(refused(search).map((field) => field.replace("q[x]", "q")))).toEqual(new Set(fields));
});

test.each<[string, IndexedWords, boolean]>([
  ["abc", "unicode", true],
  ["ab", "unicode", false],
  ["ab ", "unicode", true],
  ["a b c", "unicode", false],
  ["%%%", "unicode", false],
  ["2026", "unicode", true],
  ["жизнь", "unicode", true],
  ["жизнь", "ascii", false],
  ["größe", "ascii", true],
  ["日本", "unicode", false],
  ["abc", "none", false],
])("whether trigrams find %j, with words in %s in the indexes: %j", (q, words, indexed) => {
  expect(createEngine(schema).as(as("admin")).search({ text: q, limit: 5, locale: null }, words)?.indexed).toBe(indexed);
});

test.each([
  ["admin", ["paper: title", "book: title slug shelf flags notes seo.headline seo.deep.note", "site: name"]],
  ["reader", ["book: title slug shelf flags seo.headline", "site: name"]],
  ["titles", ["book: title"]],
  ["writer", []],
  ["nobody", []],
])("%s searches %j", (role, expected) => {
  const plan = createEngine(schema).as(as(role)).search({ text: "x", limit: 5, locale: null }, "unicode");

  const described = (plan?.targets ?? []).map(({ rowFilter, searched }) => {
    return `${rowFilter.entity.name}: ${searched.map(({ field, inside }) => [field.name, ...inside].join(".")).join(" ")}`;
  });
  expect(described).toEqual(expected);
});

test("a role that may read nothing needs no statement", () => {
  expect(statementFor(as("writer"), "abc", "unicode")).toBeNull();
  expect(statementFor({ kind: "anonymous", role: "" }, "abc", "unicode")).toBeNull();
});

const DOCUMENT =
  `select row_to_json(_row) from (select "t0"."id" as "id", 'book' as "_entity", ` +
  `to_char("t0"."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", ` +
  `to_char("t0"."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt", "t0"."title" as "title") _row`;
const AROUND = [
  `select coalesce(json_agg(h.hit order by h.place, h.updated_at desc, h.id desc), '[]'::json)::text as results from (` +
    `(select '0000' as place, f.updated_at, f.id, json_build_object('entity', 'book', 'global', false, 'document', (${DOCUMENT})) as hit from (`,
  `) f join "content"."book" "t0" on "t0"."id" = f.id)) h`,
] as const;

const LIVE = `"t0"."published_at" is not null`;
const KEYS = `select "t0"."id", "t0"."updated_at" from`;
const HOLDS = `(cms.search_key("t0"."title") like (select cms.search_key($1::text)))`;
const TAGS = `((case when "t0"."published_at" is not null then array['live', ('1.' || "t0"."shelf"::text)] end) collate "C") @> array['live']`;
const TEXTS = `"t0"."title", "t0"."slug", "t0"."shelf", "t0"."notes", "t0"."secret", ("t0"."seo" #>> array['headline']), ("t0"."seo" #>> array['inner']), ("t0"."seo" #>> array['deep', 'note'])`;
const SCANNED =
  `select * from (${KEYS} (select * from "content"."book" order by updated_at desc, id desc limit 500) "t0" ` +
  `where ${LIVE} and ${HOLDS} is true order by updated_at desc, id desc limit 20) c limit $2::int8`;
const BOTH = `select * from (select id, updated_at from scanned union select id, updated_at from indexed order by updated_at desc, id desc limit 20) c limit $2::int8`;
const heldWhere = (isNeeded: string) =>
  `${KEYS} "content"."book" "t0" where ${isNeeded} and ${LIVE} and ${TAGS} and (cms.search_grams(array[${TEXTS}]) @@ (select cms.search_grams_query($3::text)))`;
const CHECKED = `select h.id, h.updated_at from (select * from held order by updated_at desc, id desc) h where (select true from "content"."book" "t0" where "t0"."id" = h.id and ${HOLDS} is true) limit 20`;

test("a short text is searched among the newest rows, then by its pairs of letters, and in the newest rows with these", () => {
  const held = heldWhere("(select count(*) from scanned) < $2::int8");

  const statement = statementFor(as("titles"), "aB", "unicode");

  const found = `with scanned as materialized (${SCANNED}), held as materialized (${held}), indexed as materialized (${CHECKED}) ${BOTH}`;
  expect(statement?.text).toBe(AROUND.join(found));
  expect(statement?.values).toEqual(["%aB%", 5, "aB"]);
});

test("a longer text is searched among the newest rows, then by trigrams, and if these find many rows, like a short text", () => {
  const few = `${KEYS} "content"."book" "t0" where (select count(*) from scanned) < $2::int8 and ${LIVE} and ${TAGS} and ${HOLDS} limit 2001`;
  const held = heldWhere("(select count(*) from few) > 2000");
  const indexed = `select * from few where (select count(*) from few) <= 2000 union all (${CHECKED})`;

  const statement = statementFor(as("titles"), "größe", "unicode", 9);

  const found = `with scanned as materialized (${SCANNED}), few as materialized (${few}), held as materialized (${held}), indexed as materialized (${indexed}) ${BOTH}`;
  expect(statement?.text).toBe(AROUND.join(found));
  expect(statement?.values).toEqual(["%größe%", 9, "größe"]);
});

test("constants of a role's filter are conditions of the index scans", () => {
  const { text, values } = statementFor(as("reader"), "abc", "unicode") ?? { text: "", values: [] };

  const tags = /collate "C"\) @> array\[\('1\.' \|\| \$(\d+)::text::text\)\]/g;
  expect([...text.matchAll(tags)].map(([, place]) => values[Number(place) - 1])).toEqual(["fiction", "fiction"]);
});

test("the newest rows are those with the value that a role's filter requires", () => {
  const { text, values } = statementFor(as("reader"), "abc", "unicode") ?? { text: "", values: [] };

  const newest =
    /\(select \* from "content"\."book" "t0" where "t0"\."shelf" collate "und-x-icu" = \$(\d+)::text order by updated_at desc, id desc limit 500\)/;
  expect(values[Number(newest.exec(text)?.[1]) - 1]).toBe("fiction");
});

test("an entity with only lists of options as searchable fields is searched by their indexes", () => {
  const moods = compileSchema(
    configOf({
      entities: [{ name: "mood", fields: [{ name: "kinds", type: "select", options: ["glad"], multiple: true, searchable: true }] }],
      roles: [{ name: "admin", isAdmin: true }],
    }),
  );

  const found = createEngine(moods).as(as("admin")).search({ text: "gl", limit: 5, locale: null }, "unicode");
  if (!found) throw new Error("nothing to search");
  const text = compile(found).text;

  expect(text).toContain(`collate "C") @> array['live'] and ("t0"."kinds" && $1::text[])) select`);
  expect(text).not.toContain("search_grams");
});

test("every text and limit of one strategy has the same SQL, which doesn't contain the text", () => {
  const texts = ["first", "'); drop table x; --kilo", "second wish"].map((q, at) => statementFor(as("admin"), q, "unicode", at + 1));

  expect(new Set(texts.map((text) => text?.text)).size).toBe(1);
  expect(new Set(texts.map((text) => text?.name)).size).toBe(1);
  expect(texts[1]?.text).not.toContain("drop");
});

test("the SQL of a role names only fields that it may see, except in the expression of the index of all texts", () => {
  const text = statementFor(as("reader"), "abc", "unicode")?.text.replaceAll(`cms.search_grams(array[${TEXTS}]) @@`, "") ?? "";

  for (const name of ["notes", "secret", "unmarked", "deep", "inner", "plain", "kind", "list", "meta"])
    expect(text).not.toContain(`"${name}"`);
  for (const name of ["deep", "inner", "plain", "kind"]) expect(text).not.toContain(`'${name}'`);
});

test("for a list of options, the options that contain the text are searched", () => {
  const values = statementFor(as("admin"), "NE", "unicode")?.values;

  expect(values).toContainEqual(["new", "signed"]);
});
