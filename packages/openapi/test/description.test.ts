import { parseValue } from "@colophon/model";
import { expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import { routes, type Route } from "@colophon/api";
import { compileSchema, startPass } from "@colophon/engine";
import { CATALOG } from "@colophon/model/errors";
import { configOf } from "../../engine/test/support/config.ts";
import { everyField } from "../../engine/test/support/every-field.ts";
import { describe as describeApi } from "../src/index.ts";

type Json = ReturnType<typeof JSON.parse>;

const roles = [
  { name: "admin", isAdmin: true as const },
  { name: "reader", public: true, permissions: { plain: { read: { fields: { exclude: ["publishedAt"] } } } } },
];
const schema = compileSchema(
  configOf({
    events: true,
    audit: {},
    storage: { adapter: "local", publicUrl: "https://cdn.example.com" },
    entities: everyField,
    locales: ["en", "de"],
    roles,
    customRoutes: [{ name: "mine", handler: () => null }],
  }),
);
const description: Json = JSON.parse(JSON.stringify(describeApi(schema, "admin")));
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

/** Every node in the document that satisfies `is`, with its JSON pointer. */
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

test("every reference has a target, and every operation has a unique id and a declared tag", () => {
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
  const schemas = places(description, (value) => typeof value.schema === "object");
  const distinct = new Map([...schemas].map(([pointer, { schema: own }]) => [JSON.stringify(own), pointer]));

  for (const pointer of distinct.values()) expect(() => ajv.compile({ $ref: `api${pointer}/schema` })).not.toThrow();
});

test("every example fits its schema", () => {
  const examples = [...places(description, (value) => value.schema !== undefined && "example" in value)];
  const wrong = examples.filter(([pointer, { example }]) => check(`${pointer}/schema`, example).length > 0);

  expect(wrong.map(([pointer]) => pointer)).toEqual([]);
  expect(examples.length).toBeGreaterThan(50);
});

test.each(["everything", "plain", "blog-post"])("the example body of a new %s is accepted unchanged", (name) => {
  const example: Json = description.paths[`/api/${name}`].post.requestBody.content["application/json"].example;
  const pass = startPass({ draft: false, makeKey: () => "key" });
  const fields = schema.entities.get(name)?.fields ?? [];
  for (const { name: field, definition } of fields)
    parseValue(pass, definition, example[field] ?? definition.default, { path: field, nested: false });

  expect(pass.problems).toEqual([]);
});

test("the audit log is described for sites that have one", () => {
  const paths = (audit: false | object) =>
    Object.keys(describeApi(compileSchema(configOf({ entities: everyField, roles, audit })), "admin").paths).filter((path) =>
      /history|_audit/.test(path),
    );

  expect(paths({})).toContain("/api/_audit");
  expect(paths(false)).toEqual([]);
});

test("each route is described for exactly the entities that have it", () => {
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
  expect(routes.filter((route) => route.includes("/legal/") || route.includes("custom"))).toEqual(["GET /api/legal/history"]);
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
    ({ content }) => content["application/json"].schema.properties?.error.properties.code.enum ?? [],
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

test("a list describes every filter, operator, sort order and relation, each as a parameter with a single value", () => {
  const parameters: Json[] = description.paths["/api/everything"].get.parameters;
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  const referenced = parameters.flatMap(({ $ref }) => ($ref ? [$ref.split("/").at(-1)] : []));
  const written = parameters.flatMap(({ name, schema: { $ref, type } = {} }) => (name ? [[name, $ref ? "reference" : type]] : []));

  for (const name of [
    "filter[text]",
    "filter[text][$in]",
    "filter[text][$contains]",
    "filter[text][$null]",
    "filter[id]",
    "filter[createdAt][$gte]",
    "filter[object.headline]",
    "filter[object.inner.flag]",
    "filter[list][$gte]",
    "filter[list][$null]",
    "filter[blocks.quote.text][$startsWith]",
    "filter[one.title]",
    "filter[several][$has]",
    "filter[locale]",
    "resolve[one]",
    "resolve[one.parent]",
    "resolve[several]",
    "resolve[cover]",
  ])
    expect([name, named(name) !== undefined]).toEqual([name, true]);
  expect(named("filter[list]").schema).toEqual({ $ref: "#/components/schemas/FilterNumber" });
  expect(new Set(parameters.flatMap(({ name }) => name ?? [])).size).toBe(parameters.filter(({ name }) => name).length);
  expect(written.filter(([, type]) => type === "object" || type === "array" || type === undefined)).toEqual([]);
  expect(parameters.filter(({ style, explode }) => style !== undefined || explode !== undefined)).toEqual([]);
  expect("-text,createdAt").toMatch(new RegExp(named("sort").schema.pattern, "u"));
  expect("blocks").not.toMatch(new RegExp(named("sort").schema.pattern, "u"));
  expect("title,parent").toMatch(new RegExp(named("resolve[one]").schema.pattern, "u"));
  expect("secret").not.toMatch(new RegExp(named("resolve[one]").schema.pattern, "u"));
  expect(referenced).toEqual(expect.arrayContaining(["Limit", "Offset", "Cursor", "Count", "Draft", "Fallback"]));
  expect(named("locale").schema.enum).toEqual(["en", "de"]);
});

test("hidden fields are not in the description", () => {
  expect(JSON.stringify(description)).not.toMatch(/filter\[hidden\]|"hidden"|"secret"/);
});

test("a record matches its schema with relations as ids, as records or empty, and not with a value of another type", () => {
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

test("a create requires the required fields without a default, a draft none, and their rules are described", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";

  expect(component("EverythingCreate", { text: "text", needed: id })).toEqual([]);
  expect(component("EverythingCreate", { text: "text" })).not.toEqual([]);
  expect(component("EverythingCreate", { text: "t", needed: id })).not.toEqual([]);
  expect(component("EverythingCreate", { text: "text", needed: id, number: 11 })).not.toEqual([]);
  expect(component("EverythingCreate", { text: "text", needed: id, nosuch: 1 })).not.toEqual([]);
  expect(
    component("EverythingCreate", { text: "text", needed: id, id, createdAt: "x", _status: "draft", object: { headline: "h" } }),
  ).toEqual([]);
  expect(component("EverythingCreate", { text: "text", needed: id, object: { headline: "h", nosuch: 1 } })).not.toEqual([]);
  expect(component("EverythingUpdate", { blocks: [{ _type: "quote", text: "no key" }], object: { headline: "h" } })).toEqual([]);
  expect(component("EverythingUpdate", { object: { headline: "" } })).not.toEqual([]);
  expect(component("EverythingUpdate", { blocks: [{ _type: "quote", text: "" }] })).not.toEqual([]);
  expect(component("EverythingDraft", { object: {}, blocks: [{ _type: "quote" }] })).toEqual([]);
  expect(component("EverythingUpdate", { moment: "2026-01-31T12:00:60Z" })).not.toEqual([]);
  expect(component("EverythingUpdate", { whole: 2 ** 53 })).not.toEqual([]);
  expect(component("EverythingUpdate", { blocks: [{ _type: "quote" }] })).not.toEqual([]);
  expect(component("EverythingUpdate", { object: {} })).not.toEqual([]);
  expect(component("EverythingDraft", { text: null })).toEqual([]);
  expect(component("EverythingUpdate", {})).toEqual([]);
  expect(component("EverythingUpdate", { text: null })).not.toEqual([]);
});

test("entities whose names would give the same component name get different ones", () => {
  const twins = [
    { name: "page", versions: true, fields: [] },
    { name: "pageNew", versions: true, fields: [] },
  ];
  const { components } = describeApi(compileSchema(configOf({ entities: twins })), "admin");

  expect(description.components.schemas).toHaveProperty("BlogPostRecord.properties._type.const", "blog-post");
  expect(description.components.schemas).toHaveProperty("BlogPost_2Record.properties._type.const", "blogPost");
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(["PageNewDraft", "PageNew_2Draft"]));
});

test("anonymous calls are described for the public role alone", () => {
  expect(describeApi(schema, "reader").security).toEqual([{ session: [] }, { apiKey: [] }, {}]);
  expect(description.security).toEqual([{ session: [] }, { apiKey: [] }]);
  expect(description.paths["/api/auth/request"].post.security).toEqual([{}]);
  expect(description.paths["/api/auth/refresh"].post.security).toEqual([{ session: [] }]);
});

test("every body is a named schema, every constant has a type, every operation describes 405", () => {
  const bodies = operations().flatMap(([path, method, { requestBody }]) =>
    requestBody ? [[`${method} ${path}`, Object.values<Json>(requestBody.content)[0].schema.$ref]] : [],
  );

  expect(bodies.filter(([, $ref]) => $ref === undefined)).toEqual([]);
  expect([...places(description, (value) => "const" in value && value.type === undefined)]).toEqual([]);
  for (const [path, method, { responses }] of operations())
    if (path !== "/api/health") expect([path, method, responses["405"]]).toEqual([path, method, expect.anything()]);
});

const isAutomatic = (name: string) => name.startsWith("_") || ["id", "createdAt", "updatedAt", "publishedAt"].includes(name);

test("fields that an upload determines can't be sent, others can; roles are those of the configuration", () => {
  const { schemas, parameters } = description.components;
  const sent = (name: string) => Object.keys(schemas[name].properties).filter((field) => !isAutomatic(field));

  expect(sent("_ImageUpdate")).toEqual(["alt", "focalX", "focalY"]);
  expect(sent("_FileUpdate")).toEqual([]);
  expect([schemas._UserCreate.properties.role.enum, schemas.KeyRequest.properties.role.enum]).toEqual([
    ["admin", "reader"],
    ["admin", "reader"],
  ]);
  expect(parameters.IdempotencyKey.schema.pattern).toBe("^[!-~]{1,255}$");
  const fp = description.paths["/api/assets/{filename}"].get.parameters.find(({ name }: Json) => name === "fp").schema.pattern;
  expect(["0.5,0.25", "0,1", "1.0,.5"].filter((text) => !new RegExp(fp, "u").test(text))).toEqual([]);
  expect(["0.5", "1.5,0", "a,b", "0.5,0.25,1"].filter((text) => new RegExp(fp, "u").test(text))).toEqual([]);
});

test("the description and the table of routes have the same fixed paths", () => {
  const entities = new Set(schema.entities.keys());
  const fixed = operations().filter(([path]) => !entities.has(path.split("/")[2] ?? ""));
  const described = fixed.map(([path, method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`);
  const rows = Object.values<Route>(routes).flatMap(({ path, methods }) =>
    Object.entries(methods).map(([method, { id }]) => `${method} ${path} ${id}`),
  );

  expect(described.toSorted()).toEqual(rows.toSorted());
});
