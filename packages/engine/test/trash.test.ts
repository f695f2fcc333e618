import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { compile, compileSchema, createEngine, parseSearch, tableChanges } from "../src/index.ts";
import type { Plan, Schema, Statement } from "../src/index.ts";
import { emptyCatalog } from "../src/ddl/catalog.ts";
import { configOf } from "./support/config.ts";

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

test("statements about entities without a trash, to which nothing with one is referred, know nothing of it", async () => {
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
