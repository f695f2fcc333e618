import { expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import { CATALOG } from "@colophon/errors";
import { compileSchema, describe as describeApi } from "../src/index.ts";
import { parseValue, startPass } from "../src/write/parse-fields.ts";
import { configOf } from "./support/config.ts";
import { everyField } from "./support/every-field.ts";

type Json = ReturnType<typeof JSON.parse>;

const roles = [
  { name: "admin", isAdmin: true as const },
  { name: "reader", public: true, permissions: { plain: { read: { fields: { exclude: ["publishedAt"] } } } } },
];
const schema = compileSchema(
  configOf({ entities: everyField, locales: ["en", "de"], roles, customRoutes: [{ name: "mine", handler: () => null }] }),
);
const description: Json = JSON.parse(JSON.stringify(describeApi(schema)));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(description, "api");

function check(pointer: string, value: unknown): readonly unknown[] {
  const validate = ajv.compile({ $ref: `api${pointer}` });
  return validate(value) ? [] : (validate.errors ?? []);
}

function component(name: string, value: unknown) {
  return check(`#/components/schemas/${name}`, value);
}

/** Every place in the document that satisfies `is`, with the JSON pointer to it. */
function* places(value: Json, is: (value: Json) => boolean, pointer = "#"): Generator<[pointer: string, value: Json]> {
  if (typeof value !== "object" || value === null) return;
  if (is(value)) yield [pointer, value];
  for (const [key, member] of Object.entries(value))
    yield* places(member, is, `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
}

function operations(): [path: string, method: string, operation: Json][] {
  return Object.entries<Json>(description.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, operation]): [string, string, Json][] =>
      method === "parameters" ? [] : [[path, method, operation]],
    ),
  );
}

test("the description is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate(structuredClone(description));

  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(description.openapi).toBe("3.1.0");
});

test("every reference leads somewhere, and every operation's id and tag is known once", () => {
  const broken = [...places(description, (value) => typeof value.$ref === "string")].filter(([, { $ref }]) => {
    const found = $ref
      .slice(2)
      .split("/")
      .reduce((value: Json, key: string) => value?.[key], description);
    return found === undefined;
  });
  const ids = operations().map(([, , { operationId }]) => operationId);
  const tags = new Set(description.tags.map(({ name }: Json) => name));

  expect(broken).toEqual([]);
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
  expect(operations().filter(([, , { tags: own }]) => !own.every((tag: string) => tags.has(tag)))).toEqual([]);
});

test("every JSON Schema in it compiles", () => {
  for (const [pointer] of places(description, (value) => typeof value.schema === "object"))
    expect(() => ajv.compile({ $ref: `api${pointer}/schema` })).not.toThrow();
});

test("every example fits its schema", () => {
  const examples = [...places(description, (value) => value.schema !== undefined && "example" in value)];
  const wrong = examples.filter(([pointer, { example }]) => check(`${pointer}/schema`, example).length > 0);

  expect(wrong.map(([pointer]) => pointer)).toEqual([]);
  expect(examples.length).toBeGreaterThan(50);
});

test.each(["everything", "plain", "blog-post"])("the example body of a new %s is taken as it is", (name) => {
  const example: Json = description.paths[`/api/${name}`].post.requestBody.content["application/json"].example;
  const pass = startPass({ draft: false, makeKey: () => "key" });
  const fields = schema.entities.get(name)?.fields ?? [];
  for (const { name: field, definition } of fields)
    parseValue(pass, definition, example[field] ?? definition.default, { path: field, nested: false });

  expect(pass.problems).toEqual([]);
});

test("each route is there for the entities that have it, and only for them", () => {
  const routes = operations().map(([path, method]) => `${method.toUpperCase()} ${path}`);
  const below = ["publish", "unpublish", "schedule", "versions", "translate"];
  const of = (name: string) =>
    below.filter((word) => routes.some((route) => route.endsWith(` /api/${name}/${word}`) || route.endsWith(` /api/${name}/{id}/${word}`)));

  expect(of("everything")).toEqual(below);
  expect(of("plain")).toEqual([]);
  expect(of("settings")).toEqual(["publish", "unpublish", "schedule", "versions"]);
  expect(routes).toEqual(expect.arrayContaining(["GET /api/_user", "POST /api/_user", "PUT /api/_image/{id}", "DELETE /api/_file/{id}"]));
  expect(routes).not.toContain("POST /api/_image");
  expect(routes).not.toContain("DELETE /api/legal");
  expect(routes).not.toContain("POST /api/legal");
  expect(routes.some((route) => route.includes("/legal/") || route.includes("custom"))).toBe(false);
  expect(routes).toEqual(
    expect.arrayContaining([
      "POST /api/assets/upload",
      "GET /api/assets/{filename}",
      "POST /api/auth/request",
      "POST /api/auth/create",
      "POST /api/auth/logout",
      "GET /api/auth/me",
      "POST /api/auth/refresh",
      "GET /api/auth/sessions",
      "DELETE /api/auth/sessions/{id}",
      "GET /api/_api-keys",
      "POST /api/_api-keys",
      "DELETE /api/_api-keys/{id}",
      "GET /api/search",
      "GET /api/health",
      "GET /api/admin/config",
      "GET /openapi.json",
      "GET /docs",
    ]),
  );
});

test("every code of the error catalog is described under its status", () => {
  const described = Object.values<Json>(description.components.responses).flatMap(
    ({ content }) => content["application/json"].schema.allOf?.[1].properties.error.properties.code.enum ?? [],
  );

  expect(described.toSorted()).toEqual(Object.keys(CATALOG).toSorted());
  for (const [path, method, { responses }] of operations())
    if (path !== "/api/health")
      expect([path, method, Object.keys(responses)]).toEqual([
        path,
        method,
        expect.arrayContaining(["401", "403", "429", "500", "503", "default"]),
      ]);
});

test("a list says every filter, operator, order and relation that it takes", () => {
  const parameters: Json[] = description.paths["/api/everything"].get.parameters;
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  const referenced = parameters.flatMap(({ $ref }) => ($ref ? [$ref.split("/").at(-1)] : []));

  expect(named("filter[text]").schema.anyOf[1]).toEqual({ $ref: "#/components/schemas/FilterText" });
  expect(Object.keys(description.components.schemas.FilterText.properties)).toEqual(
    expect.arrayContaining(["$eq", "$in", "$contains", "$null"]),
  );
  for (const name of [
    "filter[id]",
    "filter[createdAt]",
    "filter[object.headline]",
    "filter[object.inner.flag]",
    "filter[one.title]",
    "filter[several]",
    "filter[locale]",
  ])
    expect(named(name)).toBeDefined();
  expect(named("sort").schema.items.enum).toEqual(expect.arrayContaining(["text", "-text", "-createdAt"]));
  expect(named("sort").schema.items.enum).not.toContain("blocks");
  expect(Object.keys(named("resolve").schema.properties)).toEqual(["one", "needed", "several", "cover"]);
  expect(referenced).toEqual(
    expect.arrayContaining(["Limit", "Offset", "Cursor", "Count", "Draft", "FilterOr0", "FilterAnd0", "FilterNot"]),
  );
  expect(named("locale").schema.enum).toEqual(["en", "de"]);
});

test("hidden fields are nowhere in it", () => {
  expect(JSON.stringify(description)).not.toMatch(/filter\[hidden\]|"hidden"|"secret"/);
});

test("a record fits with its relations as ids, as records or empty, and not with another type's value", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const plain = { id, _type: "plain", title: null };

  expect(
    component("EverythingRecord", {
      id,
      one: null,
      several: [id, plain],
      needed: plain,
      text: null,
      number: 3,
      object: { headline: null },
    }),
  ).toEqual([]);
  expect(component("EverythingRecord", { id, several: [null] })).not.toEqual([]);
  expect(component("EverythingRecord", { id, number: "3" })).not.toEqual([]);
  expect(component("EverythingRecord", { id, choice: "c" })).not.toEqual([]);
  expect(component("EverythingRecord", { text: "no id" })).not.toEqual([]);
});

test("a create wants the required fields without a default, a draft none, and their rules are said", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";

  expect(component("EverythingCreate", { text: "text", needed: id })).toEqual([]);
  expect(component("EverythingCreate", { text: "text" })).not.toEqual([]);
  expect(component("EverythingCreate", { text: "t", needed: id })).not.toEqual([]);
  expect(component("EverythingCreate", { text: "text", needed: id, number: 11 })).not.toEqual([]);
  expect(component("EverythingUpdate", { blocks: [{ _type: "quote", text: "no key" }], object: { headline: "h" } })).toEqual([]);
  expect(component("EverythingUpdate", { blocks: [{ _type: "quote" }] })).not.toEqual([]);
  expect(component("EverythingUpdate", { object: {} })).not.toEqual([]);
  expect(component("EverythingDraft", { text: null })).toEqual([]);
  expect(component("EverythingUpdate", {})).toEqual([]);
  expect(component("EverythingUpdate", { text: null })).not.toEqual([]);
});

test("two entities whose names become one word stay apart, and one role's exclusion is no promise to others", () => {
  expect(description.components.schemas).toHaveProperty("BlogPostRecord.properties._type.const", "blog-post");
  expect(description.components.schemas).toHaveProperty("BlogPost_2Record.properties._type.const", "blogPost");
  expect(description.components.schemas.PlainWritten.allOf[1].required).toEqual(["id", "_type", "createdAt", "updatedAt"]);
});

test("anonymous calls are described only where a public role takes them", () => {
  const closed = describeApi(compileSchema(configOf({ entities: everyField })));

  expect(description.security).toEqual([{ session: [] }, { apiKey: [] }, {}]);
  expect(closed.security).toEqual([{ session: [] }, { apiKey: [] }]);
  expect(description.paths["/api/auth/request"].post.security).toEqual([{}]);
});
