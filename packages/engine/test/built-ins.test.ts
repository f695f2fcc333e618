import { BUILT_IN_ENTITIES } from "@colophon/config";
import { expect, test } from "@jest/globals";
import { BUILT_INS } from "../src/built-ins.ts";

test("the configuration's rules and the engine know the same built-in entities, fields and types", () => {
  const shapeOf = (entities: typeof BUILT_INS | typeof BUILT_IN_ENTITIES) =>
    entities.map(({ name, fields }) => [name, fields.map((field) => `${field.name}: ${field.type}`)]);

  expect(shapeOf(BUILT_INS)).toEqual(shapeOf(BUILT_IN_ENTITIES));
});

test("what a caller may not write of an asset is immutable in the engine", () => {
  for (const { name, writable, fields } of BUILT_IN_ENTITIES.filter(({ name }) => name !== "_user")) {
    const known = BUILT_INS.find((entity) => entity.name === name);
    const writableNames: readonly string[] = writable;
    const immutable = fields.map((field) => field.name).filter((field) => !writableNames.includes(field));

    expect(known?.fields.filter((field) => field.immutable).map((field) => field.name)).toEqual(immutable);
  }
});
