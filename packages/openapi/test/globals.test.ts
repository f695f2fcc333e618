import { expect, test } from "@jest/globals";
import { compileSchema } from "@colophon/engine";
import { configOf } from "../../engine/test/support/config.ts";
import { describe as describeApi } from "../src/index.ts";

type Json = ReturnType<typeof JSON.parse>;

const fields = [{ name: "words", type: "text" }] as const;
const schema = compileSchema(
  configOf({
    locales: ["en", "de"],
    entities: [
      { name: "motto", global: true, translatable: true, versions: true, fields },
      { name: "theme", global: true, versions: true, fields },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  }),
);
const { paths }: Json = JSON.parse(JSON.stringify(describeApi(schema, "admin")));
const operationsOf = (entity: string) =>
  Object.entries<Json>(paths).flatMap(([path, item]) =>
    new RegExp(`^/api/${entity}(/|$)`).test(path) ? Object.values<Json>(item).filter((operation) => operation.operationId) : [],
  );
const localesOf = ({ parameters = [] }: Json) =>
  parameters.filter(({ name }: Json) => name === "locale").map((parameter: Json) => parameter.schema);

test("every operation of a translatable global has a locale, and none of another global", () => {
  expect(operationsOf("motto")).toHaveLength(operationsOf("theme").length);
  for (const operation of operationsOf("motto"))
    expect(localesOf(operation)).toEqual([{ type: "string", enum: ["en", "de"], default: "en" }]);
  for (const operation of operationsOf("theme")) expect(localesOf(operation)).toEqual([]);
});

test("its record has a locale, and can't be translated by the route of records", () => {
  const record = JSON.stringify(describeApi(schema, "admin").components?.schemas?.["MottoRecord"]);

  expect(record).toContain('"locale"');
  expect(Object.keys(paths)).not.toContain("/api/motto/{id}/translate");
});
