import { expect, test } from "@jest/globals";
import { compile, compileSchema, createEngine } from "../src/index.ts";
import { configOf } from "./support/config.ts";

/** The statement that reads a record, or its draft, with a document that embeds so many entities, all of them with trash. */
function sqlFor(count: number, query: string, blocks: readonly string[] = []): string {
  const embedded = Array.from({ length: count }, (_, at) => ({
    name: `embedded${at}`,
    trash: true,
    fields: [{ name: "label", type: "text" as const }],
  }));
  const own = blocks.map((name) => ({ name, fields: [{ name: "label", type: "text" as const }] }));
  const body = { name: "body", type: "richtext", format: "document", embeds: embedded.map(({ name }) => name), blocks: own } as const;
  const schema = compileSchema(configOf({ entities: [...embedded, { name: "article", versions: true, fields: [body] }] }));
  return compile(createEngine(schema).as({ kind: "system" }).record("article", query)).text;
}

test.each(["", "draft=true"])("the statement for a document grows with the number of entities that it embeds, not faster: ?%s", (query) => {
  const [two, four, eight] = [2, 4, 8].map((count) => sqlFor(count, query).length);

  expect(eight! - four!).toBeLessThan(2.2 * (four! - two!));
});

test.each(["", "draft=true"])("the references of a document are looked for once, however many blocks of its own it has: ?%s", (query) => {
  const searchesIn = (blocks: readonly string[]) => sqlFor(2, query, blocks).split("cms.ids_in(").length;

  expect(searchesIn(["quote", "note", "aside"])).toBe(searchesIn([]));
});
