import { expect, test } from "@jest/globals";
import { BUILT_IN_ENTITIES, builtInEntity, defineConfig, HookError, isReservedEntityName, validateConfig } from "../src/index.ts";

test("the built-in entities have the fields of the contract, and those of media some more", () => {
  expect(Object.fromEntries(BUILT_IN_ENTITIES.map(({ name, fields }) => [name, fields.map((field) => field.name)]))).toEqual({
    _user: ["email", "name", "role"],
    _image: ["filename", "mimeType", "size", "width", "height", "alt", "url", "focalX", "focalY", "blurhash", "color"],
    _video: ["filename", "mimeType", "size", "width", "height", "duration", "url"],
    _file: ["filename", "mimeType", "size", "duration", "url"],
  });
});

test("only users, and an image's description, are writable through the entity routes", () => {
  expect(BUILT_IN_ENTITIES.map(({ writable }) => writable)).toEqual([["email", "name", "role"], ["alt", "focalX", "focalY"], [], []]);
  expect(builtInEntity("_file")?.title).toBe("Files");
  expect(builtInEntity("article")).toBeUndefined();
});

test("the built-in definitions obey the rules of configured ones, except for their names", () => {
  const entities = BUILT_IN_ENTITIES.map(({ name, fields }) => ({ name: name.slice(1), fields }));

  expect(validateConfig({ entities, roles: [{ name: "admin", isAdmin: true }] })).toMatchObject({ ok: true });
});

test.each(["custom", "auth", "assets", "search", "admin", "health", "Health", "_user", "_anything"])(
  "%s is a reserved entity name",
  (name) => {
    expect(isReservedEntityName(name)).toBe(true);
  },
);

test.each(["article", "customs", "user", "docs"])("%s is not a reserved entity name", (name) => {
  expect(isReservedEntityName(name)).toBe(false);
});

test("defineConfig returns its argument", () => {
  const config = { entities: [], roles: [] };

  expect(defineConfig(config)).toBe(config);
});

test("a HookError is recognized by its name and may name a field", () => {
  expect(new HookError("No", { field: "title" })).toMatchObject({ name: "HookError", message: "No", field: "title" });
});
