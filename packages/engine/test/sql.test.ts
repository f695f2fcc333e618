import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "@jest/globals";
import * as door from "../src/sql/sql.ts";
import {
  allOf,
  anyOf,
  column,
  empty,
  isEmpty,
  join,
  jsonConstant,
  jsonPath,
  jsonText,
  name,
  param,
  prepare,
  sql,
  table,
  literal,
  textOf,
  typeName,
} from "../src/sql/sql.ts";

test("values become parameters, numbered in order; one parameter used twice is sent once", () => {
  const shared = param("x");

  expect(prepare(sql`a = ${shared} and b = ${[1, 2]} and c in (${join([sql`${3}`, shared])})`)).toMatchObject({
    text: "a = $1 and b = $2 and c in ($3, $1)",
    values: ["x", [1, 2], 3],
  });
});

test("names are quoted, whatever they contain", () => {
  const piece = sql`${table({ schema: "content", name: 'a"; drop table b; --' })} ${column("t", "Title")}`;

  expect(prepare(piece).text).toBe(`"content"."a""; drop table b; --" "t"."Title"`);
  expect(() => name("")).toThrow("not an SQL name");
  expect(() => name("a\0b")).toThrow("not an SQL name");
});

test("constants and types can only be those of a schema", () => {
  expect(prepare(sql`${literal("article.-createdAt")}::${typeName("timestamptz(3)")}`).text).toBe("'article.-createdAt'::timestamptz(3)");
  for (const bad of ["it's", "a b", "\\", "é", "a;b"]) expect(() => literal(bad)).toThrow("not a schema's name");
  for (const bad of ["text; drop", "Text", "text)", ""]) expect(() => typeName(bad)).toThrow("not an SQL type");
});

test("a JSON constant of the configuration contains no quote that could end it", () => {
  const { text, values } = prepare(jsonConstant({ note: "it's; --" }));

  expect([text, values]).toEqual([String.raw`'{"note":"it\u0027s; --"}'::jsonb`, []]);
});

test("JSON constants as text and JSON paths contain no such quotes", () => {
  expect(textOf(jsonText({ note: "it's; --" }))).toBe(String.raw`'{"note":"it\u0027s; --"}'`);
  expect(textOf(jsonPath('$."body"[*] ? (@."_type" == "note")'))).toBe(`'$."body"[*] ? (@."_type" == "note")'::jsonpath`);
  expect(() => jsonPath("$' or true --")).toThrow("not a path of the schema");
});

test("the text alone is for SQL without parameters", () => {
  expect(textOf(sql`select ${name("id")}`)).toBe('select "id"');
  expect(() => textOf(sql`select ${1}`)).toThrow("takes no parameters");
});

test("a string built at run time is refused as a template", () => {
  const made: string[] & { raw?: readonly string[] } = ["select 1"];
  made.raw = made;

  expect(() => sql(made as unknown as TemplateStringsArray)).toThrow("template tag");
});

test("joined conditions are always valid SQL", () => {
  const [a, b] = [sql`a`, sql`b`];

  expect([allOf([]), allOf([a]), allOf([a, b]), anyOf([]), anyOf([a, b]), join([])].map((piece) => prepare(piece).text)).toEqual([
    "true",
    "a",
    "a and b",
    "false",
    "(a or b)",
    "",
  ]);
  expect(isEmpty(empty)).toBe(true);
  expect(isEmpty(sql`${1}`)).toBe(false);
});

test("the name depends only on the text", () => {
  const first = prepare(sql`select ${1}`);
  expect(prepare(sql`select ${2}`).name).toBe(first.name);
  expect(prepare(sql`select ${1}, 1`).name).not.toBe(first.name);
});

const SOURCES = new URL("../src/", import.meta.url);
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const read = (file: string) => readFileSync(new URL(file, SOURCES), "utf8");

test("no file of the engine uses I/O, a clock or random numbers", () => {
  const forbidden = /\bprocess\.|\bconsole\.|Date\.now|new Date\(\)|Math\.random|randomUUID|randomBytes|setTimeout|\bfetch\(|performance\./;
  const modules = files.flatMap((file) => [...read(file).matchAll(/from "(node:[\w/]+)"/g)].map(([, module]) => module));

  expect(files.filter((file) => forbidden.test(read(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")))).toEqual([]);
  expect(new Set(modules)).toEqual(new Set(["node:crypto"]));
});

const HOSTILE = `x"'; drop table t; --`;
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;

/** The SQL that a function of the only file that creates SQL makes of a text or a list, without quoted names and values; "" if it refuses. */
function madeOf(make: (given: never) => unknown, given: string | readonly string[]): string {
  try {
    const made = make(given as never);
    const text = typeof made === "string" ? made : prepare(made as Parameters<typeof prepare>[0]).text;
    return text.replaceAll(QUOTED, "");
  } catch {
    return "";
  }
}

test("only one file can create SQL", () => {
  expect(files.filter((file) => read(file).includes("[SQL]"))).toEqual(["sql/sql.ts"]);
});

test.each(Object.entries(door).filter(([, make]) => typeof make === "function"))("%s makes no SQL of a free text", (_name, make) => {
  for (const given of [HOSTILE, [HOSTILE]]) expect(madeOf(make as (given: never) => unknown, given)).not.toContain("drop table");
});
