import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { OPERATOR_NAMES, type FieldType, type FilterOperator } from "@colophon/model";
import { compile, createEngine, parseQuery } from "../src/index.ts";
import { placeholder } from "../src/placeholder.ts";
import { operatorOf } from "../src/sql/operators.ts";
import { column, prepare } from "../src/sql/sql.ts";
import { startEngineDatabase } from "./support/database.ts";
import type { EngineDatabase } from "./support/database.ts";
import { admin, schema } from "./support/magazine.ts";

const EQUAL = ["$eq", "$ne", "$in", "$notIn", "$null"] as const;
const ORDER = ["$gt", "$gte", "$lt", "$lte", "$between"] as const;
const TEXT = ["$contains", "$startsWith", "$endsWith"] as const;
const HAS = ["$has", "$hasAny", "$hasAll"] as const;
const ID = "01900000-0000-7000-8000-000000000001";
const OTHER_ID = "01900000-0000-7000-8000-000000000002";
const ALL = OPERATOR_NAMES;

/** Every field type in each form with its own comparison: its operators, and two valid values. */
const TABLE: readonly (readonly [
  type: FieldType | "automatic" | "nested",
  field: string,
  takes: readonly FilterOperator[],
  values: readonly [string, string],
])[] = [
  ["text", "title", [...EQUAL, ...ORDER, ...TEXT], ["a", "b"]],
  ["richtext", "body", [...EQUAL, ...ORDER, ...TEXT], ["a", "b"]],
  ["richtext", "story", ["$null"], ["a", "b"]],
  ["slug", "slug", [...EQUAL, ...ORDER, ...TEXT], ["a", "b"]],
  ["number", "rating", [...EQUAL, ...ORDER], ["-1.5e3", "2"]],
  ["number", "views", [...EQUAL, ...ORDER], ["-9223372036854775808", "9223372036854775807"]],
  ["boolean", "featured", [...EQUAL], ["true", "false"]],
  ["date", "day", [...EQUAL, ...ORDER], ["0001-01-01", "2024-02-29"]],
  ["datetime", "startsAt", [...EQUAL, ...ORDER], ["2024-02-29", "9999-12-31T23:59:59.999Z"]],
  ["select", "status", [...EQUAL, ...ORDER, ...TEXT], ["draft", "live"]],
  ["select", "flags", ["$null", ...HAS], ["a", "b"]],
  ["email", "contact", [...EQUAL, ...ORDER, ...TEXT], ["a@b.c", "b"]],
  ["url", "link", [...EQUAL, ...ORDER, ...TEXT], ["https://a", "b"]],
  ["color", "tint", [...EQUAL, ...ORDER, ...TEXT], ["#ffffff", "b"]],
  ["json", "extra", ["$null"], ["a", "b"]],
  ["object", "seo", ["$null"], ["a", "b"]],
  ["array", "steps", ["$null"], ["a", "b"]],
  ["blocks", "parts", ["$null"], ["a", "b"]],
  ["relation", "author", [...EQUAL], [ID, OTHER_ID]],
  ["relation", "tags", ["$null", ...HAS], [ID, OTHER_ID]],
  ["image", "cover", [...EQUAL], [ID, OTHER_ID]],
  ["image", "gallery", ["$null", ...HAS], [ID, OTHER_ID]],
  ["video", "clip", [...EQUAL], [ID, OTHER_ID]],
  ["file", "sheet", [...EQUAL], [ID, OTHER_ID]],
  ["automatic", "id", [...EQUAL], [ID, OTHER_ID]],
  ["automatic", "_type", [...EQUAL, ...ORDER, ...TEXT], ["article", "b"]],
  ["automatic", "createdAt", [...EQUAL, ...ORDER], ["2024-01-01", "2024-01-02T00:00Z"]],
  ["automatic", "updatedAt", [...EQUAL, ...ORDER], ["2024-01-01", "2024-01-02T00:00Z"]],
  ["automatic", "publishedAt", [...EQUAL, ...ORDER], ["2024-01-01", "2024-01-02T00:00Z"]],
  ["nested", "seo.headline", [...EQUAL, ...ORDER, ...TEXT], ["a", "b"]],
  ["nested", "seo.score", [...EQUAL, ...ORDER], ["1", "2.5"]],
  ["nested", "seo.shown", [...EQUAL], ["true", "false"]],
  ["nested", "seo.since", [...EQUAL, ...ORDER], ["2024-01-01", "2024-01-02"]],
  ["nested", "seo.marks", ["$null", ...HAS], ["x", "y"]],
  ["nested", "seo.cover", [...EQUAL], [ID, OTHER_ID]],
  ["nested", "seo.deep", ["$null"], ["a", "b"]],
];

function valueFor(operator: FilterOperator, [first, second]: readonly [string, string]): string {
  if (operator === "$null") return "true";
  return ["$in", "$notIn", "$between", "$hasAny", "$hasAll"].includes(operator) ? `${first},${second}` : first;
}

let database: EngineDatabase;
beforeAll(async () => {
  database = await startEngineDatabase(schema);
});
afterAll(async () => {
  await database.stop();
});

test("the table names every field of every type", () => {
  const fields = schema.entities.get("article")?.fields.map(({ type }) => type) ?? [];

  expect(new Set(fields)).toEqual(new Set(TABLE.map(([type]) => type).filter((type) => type !== "automatic" && type !== "nested")));
});

describe.each(TABLE)("%s field %s", (_type, field, takes, values) => {
  const searchOf = (operator: FilterOperator) => `filter[${field}][${operator}]=${encodeURIComponent(valueFor(operator, values))}`;

  test.each(ALL.filter((operator) => takes.includes(operator)))("accepts %s, and PostgreSQL runs it", async (operator) => {
    const statement = compile(
      createEngine(schema)
        .as(admin)
        .list("article", parseQuery(searchOf(operator))),
    );

    await expect(database.run(statement, admin)).resolves.toMatchObject([{ data: "[]" }]);
    if (!statement.total) throw new Error("the list has no total");
    await expect(database.run(statement.total.exact, admin)).resolves.toMatchObject([{ total: "0" }]);
  });

  test.each(ALL.filter((operator) => !takes.includes(operator)))("refuses %s", (operator) => {
    const refusal = refusalOf(searchOf(operator));

    expect(refusal).toMatchObject({ code: "VALIDATION_ERROR", details: [{ field: `filter[${field}][${operator}]` }] });
  });
});

function refusalOf(search: string): AppError {
  try {
    createEngine(schema).as(admin).list("article", parseQuery(search));
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`${search} was not refused`);
}

test.each([
  ["rating", ["", "abc", "NaN", "Infinity", "1e309", "-1e309", "0x10", "1,5", "1.", " 1", "--1", "１"]],
  ["views", ["", "1.5", "1e3", "9223372036854775808", "-9223372036854775809", "99999999999999999999999", "NaN"]],
  ["featured", ["", "yes", "1", "TRUE", "null"]],
  [
    "day",
    ["", "2024-02-30", "2023-02-29", "2024-13-01", "2024-1-1", "300000-01-01", "infinity", "now", "0000-01-01", "2024-01-01T00:00:00Z"],
  ],
  [
    "startsAt",
    [
      "",
      "2024-02-30T00:00:00Z",
      "2024-01-01T24:00:01Z",
      "2024-01-01T00:00:00",
      "infinity",
      "-infinity",
      "1700000000",
      "+300000-01-01T00:00:00Z",
    ],
  ],
  ["status", ["", "DRAFT", "nope"]],
  ["author", ["", "abc", "01900000-0000-7000-8000-00000000000", "{01900000-0000-7000-8000-000000000001}", "null"]],
  ["id", ["x", "01900000-0000-7000-8000-00000000000g"]],
  ["title", ["a%00b"]],
])("a filter on %s refuses values that don't fit", (field, values) => {
  for (const value of values) {
    const refusal = refusalOf(`filter[${field}]=${value}`);
    expect(refusal).toMatchObject({ code: "VALIDATION_ERROR", details: [{ field: `filter[${field}]` }] });
  }
});

test.each([
  ["filter[rating][$between]=1", "takes two values"],
  ["filter[rating][$between]=1,2,3", "takes two values"],
  ["filter[rating][$null]=maybe", "must be true or false"],
  ["filter[rating][$in]=1,x", "must be a number"],
  ["filter[rating][not]=1", "there is no operator not"],
  ["filter[rating][$regex]=1", "there is no operator $regex"],
  ["filter[rating][__proto__]=1", "there is no operator __proto__"],
  ["filter[rating][toString]=1", "there is no operator toString"],
])("%s is refused: %s", (search, message) => {
  expect(refusalOf(search).details).toEqual([{ field: search.split("=")[0], message }]);
});

describe("a part of a text", () => {
  const [text, key] = [column("t", "text"), column("t", "key")];
  const sqlOf = (given: { isSearched: boolean; knowsValues: boolean }, pattern: string | ReturnType<typeof placeholder>) => {
    const condition = operatorOf("$contains")?.single?.({ value: text, sqlType: "text", text, key, ...given }, [pattern]);
    return condition ? prepare(condition).text : "";
  };

  test.each([
    ["with three letters is found by the index of search keys", true, "%añb%", true],
    ["with three digits is found by the index of search keys", true, "123%", true],
    ["without an index is compared with each row", false, "%abc%", false],
    ["with two letters in a row, of which the index has nothing, is compared with each row", true, "%ab_cd%", false],
    ["that is known only later is compared with each row", true, placeholder("$CURRENT_ROLE", "contains"), false],
  ])("%s", (_what, isSearched, pattern, usesIndex) => {
    expect(sqlOf({ isSearched, knowsValues: true }, pattern).includes("search_key")).toBe(usesIndex);
  });

  test("gets its key from the planner, or in a subquery once for all rows", () => {
    const [known, later] = [true, false].map((knowsValues) => sqlOf({ isSearched: false, knowsValues }, "abc"));

    expect(known).toBe('"t"."key" like cms.case_key($1::text)');
    expect(later).toBe('"t"."key" like (select cms.case_key($1::text))');
  });
});
