/** What the types of the client allow in filters and orders is what the engine accepts. */
import { expect, test } from "@jest/globals";
import type { EntityNamed } from "@colophon/client";
import type { HandleFilter } from "@colophon/client/handle-types";
import { defineConfig, validateConfig, type FieldType } from "@colophon/config";
import { compileSchema, createEngine, parseQuery } from "@colophon/engine";
import { OPERATOR_NAMES, type FilterOperator, type RichTextFormat } from "@colophon/model";
import { AppError } from "@colophon/model/errors";
import type { ElementValue, NestedReference } from "../../client/src/nested-references.ts";
import type { Conditions as ConditionsOn, Sort } from "../../client/src/query-types.ts";

const config = defineConfig({
  entities: [
    {
      name: "thing",
      versions: true,
      trash: true,
      translatable: true,
      fields: [
        { name: "text", type: "text" },
        { name: "slug", type: "slug", from: "text" },
        { name: "plain", type: "richtext" },
        { name: "markdown", type: "richtext", format: "markdown" },
        { name: "richBlocks", type: "richtext", format: "blocks" },
        { name: "document", type: "richtext", format: "document" },
        { name: "number", type: "number" },
        { name: "integer", type: "number", integer: true },
        { name: "boolean", type: "boolean" },
        { name: "date", type: "date" },
        { name: "datetime", type: "datetime" },
        { name: "select", type: "select", options: ["a", "b"] },
        { name: "selects", type: "select", options: ["a", "b"], multiple: true },
        { name: "email", type: "email" },
        { name: "url", type: "url" },
        { name: "color", type: "color" },
        { name: "json", type: "json" },
        {
          name: "object",
          type: "object",
          fields: [
            { name: "text", type: "text" },
            { name: "link", type: "relation", to: "thing" },
            { name: "links", type: "relation", to: "thing", many: true },
            { name: "listed", type: "array", of: { type: "image" } },
            { name: "inner", type: "object", fields: [{ name: "file", type: "file" }] },
          ],
        },
        { name: "texts", type: "array", of: { type: "text" } },
        { name: "documents", type: "array", of: { type: "richtext", format: "document" } },
        {
          name: "objects",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "text", type: "text" },
              { name: "link", type: "relation", to: "thing" },
            ],
          },
        },
        { name: "things", type: "array", of: { type: "relation", to: "thing" } },
        { name: "blocks", type: "blocks", blocks: [{ name: "note", fields: [{ name: "text", type: "text" }] }] },
        { name: "relation", type: "relation", to: "thing" },
        { name: "relations", type: "relation", to: "thing", many: true },
        { name: "image", type: "image" },
        { name: "images", type: "image", many: true },
        { name: "video", type: "video" },
        { name: "file", type: "file" },
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
});

type Thing = EntityNamed<typeof config, "thing">;
type Field = Thing["fields"][number];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type AllTypes = Equal<Field["type"], FieldType>;
type AllFormats = Equal<Extract<Field, { readonly format: string }>["format"], RichTextFormat>;

type Conditions = ConditionsOn<typeof config, Thing>;
type Sorted = Sort<typeof config, Thing>;
type OperatorsIn<Condition> = Condition extends unknown ? Extract<keyof Condition, FilterOperator> : never;
type Path = (NestedReference<Thing> | ElementValue<Thing>)["path"];
type Name = Exclude<keyof Conditions, `${string}.${string}` | `$${string}`> | Path;

type Same<Names extends keyof HandleFilter<Thing> & Name> = {
  readonly [N in Names]: Equal<OperatorsIn<HandleFilter<Thing>[N]>, OperatorsIn<Conditions[N]>>;
}[Names];

const NULL = { $null: true } as const;
const EQUAL = { ...NULL, $eq: true, $ne: true, $in: true, $notIn: true } as const;
const ORDER = { ...EQUAL, $gt: true, $gte: true, $lt: true, $lte: true, $between: true } as const;
const TEXT = { ...ORDER, $contains: true, $startsWith: true, $endsWith: true } as const;
const LIST = { ...NULL, $has: true, $hasAny: true, $hasAll: true } as const;

/** The operators of each field, and whether lists can be sorted by it. The compiler refuses any others. */
const ALLOWED: {
  readonly [N in Name]: readonly [
    operators: { readonly [O in OperatorsIn<Conditions[N]>]: true },
    isSorted: N extends Sorted ? true : false,
  ];
} = {
  text: [TEXT, true],
  slug: [TEXT, true],
  plain: [TEXT, true],
  markdown: [TEXT, true],
  richBlocks: [NULL, false],
  document: [NULL, false],
  number: [ORDER, true],
  integer: [ORDER, true],
  boolean: [EQUAL, true],
  date: [ORDER, true],
  datetime: [ORDER, true],
  select: [TEXT, true],
  selects: [LIST, false],
  email: [TEXT, true],
  url: [TEXT, true],
  color: [TEXT, true],
  json: [NULL, false],
  object: [NULL, false],
  texts: [TEXT, false],
  documents: [NULL, false],
  objects: [NULL, false],
  things: [{ ...EQUAL, ...LIST }, false],
  blocks: [NULL, false],
  relation: [EQUAL, true],
  relations: [LIST, false],
  image: [EQUAL, true],
  images: [LIST, false],
  video: [EQUAL, true],
  file: [EQUAL, true],
  id: [EQUAL, true],
  _type: [TEXT, true],
  createdAt: [ORDER, true],
  updatedAt: [ORDER, true],
  publishedAt: [ORDER, true],
  locale: [TEXT, true],
  translationGroup: [EQUAL, true],
  _createdBy: [EQUAL, false],
  _updatedBy: [EQUAL, false],
  _status: [TEXT, true],
  _deletedAt: [ORDER, true],
  "object.link": [EQUAL, false],
  "object.links": [{ ...EQUAL, ...LIST }, false],
  "object.listed": [{ ...EQUAL, ...LIST }, false],
  "object.inner.file": [EQUAL, false],
  "objects.text": [TEXT, false],
  "objects.link": [{ ...EQUAL, ...LIST }, false],
  "blocks.note.text": [TEXT, false],
  "document.image": [{ ...EQUAL, ...LIST }, false],
  "document.video": [{ ...EQUAL, ...LIST }, false],
  "document.file": [{ ...EQUAL, ...LIST }, false],
};

function compiled() {
  const result = validateConfig(config);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return compileSchema(result.config);
}
const engine = createEngine(compiled()).as({ kind: "user", role: "admin", userId: "01900000-0000-7000-8000-000000000001" });

/** The refusals of a list, among which an operand doesn't matter. */
function refusals(name: string, query: string): readonly string[] {
  const within = name === "_status" ? "draft=true&" : name === "_deletedAt" ? "trashed=true&" : "";
  try {
    engine.list("thing", parseQuery(within + query));
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details ?? [])
      .map(({ message }) => message)
      .filter((message) => /^(?:this field takes|there is no|can't sort)/.test(message));
  }
}

test.each(Object.entries(ALLOWED))(
  "filters and orders by %s that compile are those that the engine accepts",
  (name, [operators, isSorted]) => {
    const accepted = OPERATOR_NAMES.filter((operator) => refusals(name, `filter[${name}][${operator}]=true`).length === 0);

    expect(accepted).toEqual(OPERATOR_NAMES.filter((operator) => Object.hasOwn(operators, operator)));
    expect(refusals(name, `sort=${name}`)).toHaveLength(isSorted ? 0 : 1);
  },
);

test("the fields have every type and format, and `db` takes the same operators as the client", () => {
  const proofs: readonly [AllTypes, AllFormats, Same<Field["name"] | Path>] = [true, true, true]; // for the compiler

  expect(proofs).not.toContain(false);
});
