import { expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { constraintOf } from "../src/ddl/indexes/constraints.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";

test("a constraint's name identifies the entity and the field", () => {
  const author: EntityDefinition = { name: "author", fields: [{ name: "name", type: "text" }] };
  const article: EntityDefinition = {
    name: "article",
    translatable: true,
    fields: [
      { name: "title", type: "text", unique: true },
      { name: "by", type: "relation", to: "author" },
    ],
  };
  const site: EntityDefinition = { name: "site", global: true, fields: [] };

  const schema = compileSchema(configOf({ locales: ["en", "de"], entities: [author, article, site] }));

  expect(constraintOf(schema, "distinct.article.locale.title")).toEqual({
    kind: "unique",
    entity: "article",
    fields: ["title"],
    target: null,
  });
  expect(constraintOf(schema, "unique.article.translation_group.locale")).toEqual({
    kind: "unique",
    entity: "article",
    fields: ["locale"],
    target: null,
  });
  expect(constraintOf(schema, "fk.article.by.author.set_null")).toEqual({
    kind: "reference",
    entity: "article",
    fields: ["by"],
    target: "author",
  });
  expect(constraintOf(schema, "single.site")).toEqual({ kind: "single", entity: "site", fields: [], target: null });
  expect(constraintOf(schema, "users_email_key")).toEqual({ kind: "unique", entity: "_user", fields: ["email"], target: null });
  expect(constraintOf(schema, "index.article.by.id.published_at")).toBeNull();
});
