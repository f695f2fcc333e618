import { AppError } from "@colophon/errors";
import { parseSearch, planSearch } from "../src/index.ts";
import type { IndexedWords } from "../src/index.ts";
import type { Way } from "../src/search/plan.ts";
import { spellingsOf, twinsOf } from "../src/search/spellings.ts";
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
  ["?q=a", { text: "a", limit: 5 }],
  ["q=a+b%20&limit=7", { text: "a b ", limit: 7 }],
  ["q=%25_%5C&limit=0", { text: "%_\\", limit: 1 }],
  ["q=a&limit=-3", { text: "a", limit: 1 }],
  ["q=a&limit=21", { text: "a", limit: 20 }],
  ["q=a&limit=99999999999999999999", { text: "a", limit: 20 }],
  [`q=${"%F0%9F%93%9A".repeat(200)}`, { text: "📚".repeat(200), limit: 5 }],
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

test.each<[string, IndexedWords, Way]>([
  ["abc", "unicode", { indexed: true, sieve: "ascii" }],
  ["kilo", "unicode", { indexed: true, sieve: "foreign" }],
  ["ab", "unicode", { indexed: false, sieve: "spelled" }],
  ["ki", "unicode", { indexed: false, sieve: "foreign" }],
  ["ab ", "unicode", { indexed: true, sieve: "spelled" }],
  ["a b c", "unicode", { indexed: false, sieve: "ascii" }],
  ["%%%", "unicode", { indexed: false, sieve: "spelled" }],
  ["2026", "unicode", { indexed: true, sieve: "spelled" }],
  ["größe", "unicode", { indexed: true, sieve: "spelled" }],
  ["жизнь", "unicode", { indexed: true, sieve: "spelled" }],
  ["жизнь", "ascii", { indexed: false, sieve: "spelled" }],
  ["größe", "ascii", { indexed: true, sieve: "spelled" }],
  ["日本", "unicode", { indexed: false, sieve: "spelled" }],
  ["abc", "none", { indexed: false, sieve: "ascii" }],
])("%j, where indexes hold words in %s, is looked for as %j", (q, words, way) => {
  expect(planSearch(schema, as("admin"), { text: q, limit: 5 }, words).way).toEqual(way);
});

test.each([
  ["7%", { spellings: ["7%"], isWhole: true }],
  ["q", { spellings: ["q", "Q"], isWhole: true }],
  ["Ж", { spellings: ["ж", "Ж"], isWhole: true }],
  ["ß", { spellings: ["ß", "ẞ"], isWhole: true }],
  ["qz", { spellings: ["qz", "qZ", "Qz", "QZ"], isWhole: true }],
  ["k", { spellings: ["k", "K", "\u212a"], isWhole: true }],
  ["I", { spellings: ["i", "I", "İ", "ı"], isWhole: true }],
  ["жизнь", { spellings: ["жи", "жИ", "Жи", "ЖИ"], isWhole: false }],
  ["the—日", { spellings: ["he—日", "hE—日", "He—日", "HE—日"], isWhole: false }],
  ["i\u0307", { spellings: [""], isWhole: false }],
])("the spellings of %j, or of a piece of it, are %j", (text, expected) => {
  expect(spellingsOf(text)).toEqual(expected);
});

test("only letters with a twin beyond ASCII have one", () => {
  expect(twinsOf("the quick brown fox 123")).toEqual(["İ", "ı", "\u212a"]);
  expect(twinsOf("abcdefghjlmnopqrstuvwxyz")).toEqual([]);
});

test.each([
  ["admin", ["paper: title", "book: title slug shelf flags notes seo.headline seo.deep.note", "site: name"]],
  ["reader", ["book: title slug shelf flags seo.headline", "site: name"]],
  ["titles", ["book: title"]],
  ["writer", []],
  ["nobody", []],
])("%s searches %j", (role, expected) => {
  const { targets } = planSearch(schema, as(role), { text: "x", limit: 5 }, "unicode");

  const described = targets.map(({ reach, searched }) => {
    return `${reach.entity.name}: ${searched.map(({ field, inside }) => [field.name, ...inside].join(".")).join(" ")}`;
  });
  expect(described).toEqual(expected);
});

test("who may read nothing needs no statement", () => {
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

const holding = (like: string) => ({ before: "%", like, after: "%" });

test("a short text is looked for row by row, newest first", () => {
  const found =
    `select * from (select "t0"."id", "t0"."updated_at" from "content"."book" "t0" ` +
    `where "t0"."published_at" is not null and (("t0"."title") collate "C" like any ($1::text[])) and ("t0"."title" ilike $2::text) is true ` +
    `order by updated_at desc, id desc limit 20) c limit $3::int8`;

  const statement = statementFor(as("titles"), "ab", "unicode");

  expect(statement?.text).toBe(AROUND.join(found));
  expect(statement?.values).toEqual([["ab", "aB", "Ab", "AB"].map(holding), holding("ab"), 5]);
});

test("a longer one first among the newest rows, then by the indexes", () => {
  const near =
    `select * from (select "t0"."id", "t0"."updated_at" from (select * from "content"."book" order by updated_at desc, id desc limit 500) "t0" ` +
    `where "t0"."published_at" is not null and (("t0"."title") collate "C" like any ($1::text[])) and ("t0"."title" ilike $2::text) is true ` +
    `order by updated_at desc, id desc limit 20) c limit $3::int8`;
  const far =
    `select "t0"."id", "t0"."updated_at" from "content"."book" "t0" ` +
    `where (select count(*) from near) < $3::int8 and "t0"."published_at" is not null and ("t0"."title" ilike $2::text)`;
  const both = `select * from (select id, updated_at from near union select id, updated_at from far order by updated_at desc, id desc limit 20) c limit $3::int8`;

  const statement = statementFor(as("titles"), "größe", "unicode", 9);

  expect(statement?.text).toBe(AROUND.join(`with near as materialized (${near}), far as materialized (${far}) ${both}`));
  expect(statement?.values).toEqual([["gr", "gR", "Gr", "GR"].map(holding), holding("größe"), 9]);
});

test("every text and limit of one way has the same SQL, and nothing of the text is in it", () => {
  const texts = ["first", "'); drop table x; --kilo", "second wish"].map((q, at) => statementFor(as("admin"), q, "unicode", at + 1));

  expect(new Set(texts.map((one) => one?.text)).size).toBe(1);
  expect(new Set(texts.map((one) => one?.name)).size).toBe(1);
  expect(texts[1]?.text).not.toContain("drop");
});

test("the SQL of a role names no field that it may not see", () => {
  const text = statementFor(as("reader"), "abc", "unicode")?.text ?? "";

  for (const name of ["notes", "secret", "unmarked", "deep", "inner", "plain", "kind", "list", "meta"])
    expect(text).not.toContain(`"${name}"`);
  for (const name of ["deep", "inner", "plain", "kind"]) expect(text).not.toContain(`'${name}'`);
});

test("of a list among options those that hold the text are asked for", () => {
  const values = statementFor(as("admin"), "NE", "unicode")?.values;

  expect(values).toContainEqual(["new", "signed"]);
});
