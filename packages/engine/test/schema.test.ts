import { expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { compileSchema, entityOf, fitName } from "../src/index.ts";
import type { Config, EntityDefinition } from "@colophon/config";
import { CONFIG, schema } from "./support/magazine.ts";

function withEntity(change: (entity: EntityDefinition) => EntityDefinition): Config {
  return { ...CONFIG, entities: CONFIG.entities.map((entity) => (entity.name === "article" ? change(entity) : entity)) };
}

test("built-in entities are in the schema with configured ones, with tables in the system's own PostgreSQL schema", () => {
  const tables = ["_user", "_image", "_video", "_file", "article"].map((name) => schema.entities.get(name)?.table);

  expect(tables).toEqual([
    { schema: "cms", name: "users" },
    { schema: "cms", name: "images" },
    { schema: "cms", name: "videos" },
    { schema: "cms", name: "files" },
    { schema: "content", name: "article" },
  ]);
});

test("a field has a column with its name, a list of relations a junction table", () => {
  const { byName } = entityOf(schema, "article");

  expect(byName.get("startsAt")?.storage).toEqual({ kind: "column", column: "startsAt", sqlType: "timestamptz(3)" });
  expect(byName.get("tags")?.storage).toEqual({ kind: "junction", table: { schema: "content", name: "article__tags" } });
  expect(byName.get("cover")).toMatchObject({ target: "_image", storage: { column: "cover", sqlType: "uuid" } });
  expect(byName.get("publishedAt")).toMatchObject({ automatic: true, storage: { column: "updated_at" } }); // each write publishes
  expect(byName.has("locale")).toBe(false);
  expect(entityOf(schema, "page").byName.get("translationGroup")?.storage).toMatchObject({ column: "translation_group" });
});

test("a field with the name of a system column gets another column", () => {
  expect(entityOf(schema, "article").byName.get("version")?.storage).toMatchObject({ column: "version_" });
});

test("names over 63 bytes end in a hash, and stay distinct", () => {
  const [first, second] = ["a", "b"].map((end) => fitName(`${"x".repeat(70)}${end}`));

  expect(first).toHaveLength(63);
  expect(first).not.toBe(second);
  expect(fitName("x".repeat(63))).toBe("x".repeat(63));
});

test("the hash depends only on what determines the tables", () => {
  const sameTables = withEntity((entity) => ({ ...entity, title: "Articles", hooks: { afterRead: () => null }, admin: { icon: "x" } }));
  const otherTables = withEntity((entity) => ({ ...entity, fields: [...entity.fields, { name: "added", type: "text" }] }));
  const renamed = withEntity((entity) => ({ ...entity, renamedFrom: "story" }));

  expect(compileSchema(CONFIG).hash).toBe(schema.hash);
  expect(compileSchema(sameTables).hash).toBe(schema.hash);
  const [reading, readingOther, readingAll] = [{ filter: { active: true } }, { filter: { active: false } }, true].map((read) =>
    compileSchema({ ...CONFIG, roles: [{ name: "reader", permissions: { author: { read }, article: { update: true } } }] }),
  );
  expect(compileSchema(otherTables).hash).not.toBe(schema.hash);
  expect(compileSchema(renamed).hash).not.toBe(schema.hash);
  expect(reading?.hash).toBe(readingOther?.hash);
  expect(reading?.hash).not.toBe(readingAll?.hash);
});

test("a role's permissions become conditions; an operation that is not granted has no entry", () => {
  const article = schema.roles.get("public")?.permissions.get("article");

  expect(article?.read?.filter).toEqual({ kind: "and", of: [{ kind: "test", path: ["status"], operator: "$eq", values: ["live"] }] });
  expect([...(article?.read?.exclude ?? [])]).toEqual(["wage", "contact"]);
  expect(article).not.toHaveProperty("update");
  expect(schema.publicRole).toBe("public");
});

test("a permission filter without a condition is refused, and never means all rows", () => {
  const roles: Config["roles"] = [{ name: "x", permissions: { article: { read: { filter: {} } } } }];

  expect(() => compileSchema({ ...CONFIG, roles })).toThrow("at least one test");
});

test("an unknown entity is not found, also with the name of a member of every object", () => {
  for (const name of ["nope", "__proto__", "constructor", ""]) expect(() => entityOf(schema, name)).toThrow(AppError);
});
