import { BUILT_IN_ENTITIES } from "@colophon/config";
import { expect, test } from "@jest/globals";
import { compileSchema } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const schema = compileSchema(configOf({ entities: [] }));

test("every schema has the built-in entities, each in a table of the system's own", () => {
  const tables = BUILT_IN_ENTITIES.map(({ name }) => schema.entities.get(name)?.table);

  expect(tables).toEqual(["users", "images", "videos", "files"].map((name) => ({ schema: "cms", name })));
});

test.each(["_image", "_video", "_file"])("fields of %s that callers can't write are immutable", (name) => {
  const writable: readonly string[] = BUILT_IN_ENTITIES.find((entity) => entity.name === name)?.writable ?? [];
  const fields = schema.entities.get(name)?.fields ?? [];

  expect(fields.filter(({ definition }) => !definition.immutable).map((field) => field.name)).toEqual(writable);
  expect(fields.length).toBeGreaterThan(writable.length);
});
