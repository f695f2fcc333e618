import { expect, test } from "@jest/globals";
import { compileSchema, visibleDefinitions } from "@colophon/engine";
import { configOf } from "../../engine/test/support/config.ts";
import { describe as describeApi } from "../src/index.ts";

type Json = ReturnType<typeof JSON.parse>;

const inner = [
  { name: "shown", type: "text" as const },
  { name: "veiled", type: "text" as const, hidden: true },
];
const schema = compileSchema(
  configOf({
    locales: ["en"],
    entities: [
      {
        name: "report",
        versions: true,
        fields: [
          { name: "title", type: "text", searchable: true },
          { name: "salary", type: "number" },
          { name: "verdict", type: "text" },
          { name: "slug", type: "slug", from: "codename" },
          { name: "codename", type: "text", hidden: true },
          { name: "boss", type: "relation", to: "person" },
          { name: "cover", type: "image" },
          {
            name: "detail",
            type: "object",
            default: { shown: "a", veiled: "b" },
            fields: [...inner, { name: "witness", type: "relation", to: "person" }, { name: "deep", type: "object", fields: inner }],
          },
          { name: "rows", type: "array", of: { type: "object", fields: inner } },
          { name: "reporters", type: "array", of: { type: "relation", to: "person" } },
          {
            name: "parts",
            type: "blocks",
            blocks: [{ name: "quote", fields: [...inner, { name: "by", type: "relation", to: "person" }] }],
          },
        ],
      },
      { name: "person", fields: [{ name: "birthplace", type: "text" }] },
      { name: "diary", versions: true, fields: [{ name: "entry", type: "text" }] },
      { name: "site", global: true, fields: [{ name: "motto", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "writer",
        permissions: {
          report: {
            read: { fields: { exclude: ["salary"] } },
            create: { fields: { exclude: ["verdict"] } },
            update: { fields: { exclude: ["title"] } },
            delete: false,
          },
          diary: { update: true },
          site: { read: true },
          _user: { read: true, create: true, update: true, delete: true },
        },
      },
      { name: "guest", public: true, permissions: { report: { read: { fields: { exclude: ["salary", "publishedAt"] } } } } },
      { name: "nobody", permissions: { report: { read: false } } },
    ],
  }),
);
const describeFor = (role: string): Json => JSON.parse(JSON.stringify(describeApi(schema, role)));
const [admin, writer, guest, nobody] = ["admin", "writer", "guest", "nobody"].map(describeFor);
const routesOf = (description: Json): string[] =>
  Object.entries<Json>(description.paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => (method === "parameters" ? [] : [`${method.toUpperCase()} ${path}`])),
  );
const about = (description: Json, entity: string) => routesOf(description).filter((route) => route.includes(`/api/${entity}`));

test("hidden members are not described at any depth, also for an admin", () => {
  for (const description of [admin, writer, guest]) expect(/veiled|codename/.exec(JSON.stringify(description))).toBeNull();
  expect(Object.keys(admin.components.schemas.ReportCreate.properties.parts.items.oneOf[0].properties)).toEqual([
    "_type",
    "_key",
    "shown",
    "by",
  ]);
});

test("a field that the role may not read is in no answer, filter, sort order, selection or search", () => {
  expect(JSON.stringify(guest)).not.toContain("salary");
  expect(Object.keys(guest.components.schemas.ReportRecord.properties)).not.toContain("publishedAt");
  expect(JSON.stringify(admin.components.schemas.ReportRecord)).toContain("salary");
  expect(JSON.stringify(writer.paths["/api/report"].get)).not.toContain("salary");
});

test("bodies contain the fields that the role may send for that operation", () => {
  const sent = (name: string) => Object.keys(writer.components.schemas[name].properties);

  expect(sent("ReportCreate")).not.toContain("verdict");
  expect(sent("ReportCreate")).toEqual(expect.arrayContaining(["title", "salary"])); // it may send what it may not read
  expect(sent("ReportUpdate")).not.toContain("title");
  expect(sent("ReportUpdate")).toContain("verdict");
  expect(sent("ReportNewDraft")).not.toContain("verdict");
  expect(sent("ReportDraft")).not.toContain("title");
});

test("only the operations that the role may call are described", () => {
  expect(about(guest, "report")).toEqual(["GET /api/report", "GET /api/report/{id}", "GET /api/report/{id}/usages"]);
  expect(about(writer, "report")).toEqual(
    expect.arrayContaining(["POST /api/report", "PUT /api/report/{id}", "POST /api/report/{id}/publish", "GET /api/report/{id}/versions"]),
  );
  expect(writer.paths["/api/report/{id}"].delete.operationId).toBe("report.discard"); // its drafts alone
  expect(about(writer, "diary")).not.toContain("GET /api/diary/{id}");
  expect(about(writer, "diary")).toContain("PUT /api/diary/{id}");
  expect(about(writer, "site")).toEqual(["GET /api/site"]);
  expect(about(writer, "_user")).toEqual([
    "GET /api/_user",
    "GET /api/_user/{id}",
    "PUT /api/_user/{id}",
    "PATCH /api/_user/{id}",
    "POST /api/_user/bulk",
    "POST /api/_user/{id}/presence",
    "GET /api/_user/{id}/usages",
  ]);
  expect(Object.keys(writer.components.schemas._UserUpdate.properties)).toEqual([
    "name",
    "id", // this one and the rest are ignored
    "_type",
    "createdAt",
    "updatedAt",
    "publishedAt",
    "_createdBy",
    "_updatedBy",
    "_can",
  ]);
  expect([about(writer, "_api-keys"), about(admin, "_api-keys").length]).toEqual([[], 3]);
  expect(routesOf(guest)).not.toContain("GET /api/admin/config");
  expect(routesOf(nobody).filter((route) => route.includes("report") || route.includes("assets"))).toEqual([]);
});

test("an entity that the role may not read is not in the description", () => {
  expect(/person|birthplace/i.exec(JSON.stringify(writer))).toBeNull();
  expect(/person|birthplace|diary/i.exec(JSON.stringify(guest))).toBeNull();
  expect(writer.components.schemas.ReportRecord.properties.boss).toEqual({ type: "null" });
  expect(writer.tags.map(({ name }: Json) => name)).toEqual(["report", "diary", "site", "_user", "search", "auth", "service"]);
});

test("without read permission, a write returns only the automatic fields", () => {
  expect(Object.keys(writer.components.schemas.DiaryWritten.properties)).toEqual(["id", "_type", "createdAt", "updatedAt", "publishedAt"]);
  expect(writer.components.schemas).not.toHaveProperty("DiaryRecord");
});

test("there are no components that no route of the role uses", () => {
  for (const description of [admin, writer, guest, nobody]) {
    const text = JSON.stringify(description);
    const names = Object.entries<Json>(description.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind}/${name}`),
    );
    const unused = names.filter((name) => !name.startsWith("securitySchemes/") && !text.includes(`"#/components/${name}"`));

    expect(unused).toEqual([]);
  }
});

test("definitions for forms contain no hidden members and no references to an entity that the role can't read", () => {
  const text = (role: string) => JSON.stringify(visibleDefinitions(schema, role, schema.entities.get("report")!));

  expect(text("admin")).not.toMatch(/veiled|codename/);
  expect(text("admin")).toMatch(/"to":"person"/);
  expect(text("writer")).not.toMatch(/veiled|codename|person|witness|"by"|_image|cover|salary/);
  expect(JSON.parse(text("writer")).find(({ name }: Json) => name === "detail").default).toEqual({ shown: "a" });
  expect(visibleDefinitions(schema, "nobody", schema.entities.get("report")!)).toEqual([]);
});

test("the body for bulk actions has the actions that the role may use, with the fields that it may change", () => {
  const bodyOf = (description: Json, name: string) => description.components.schemas[name];
  const actions = (schema: Json) => (schema.anyOf ?? [schema]).map(({ properties }: Json) => properties.action.const);

  expect(actions(bodyOf(admin, "ReportBulk"))).toEqual(["create", "update", "publish", "unpublish", "delete", "assign"]);
  expect(actions(bodyOf(admin, "PersonBulk"))).toEqual(["create", "update", "delete", "assign"]);
  expect(actions(bodyOf(writer, "ReportBulk"))).toEqual(["create", "update", "publish", "unpublish"]);
  expect(bodyOf(writer, "ReportBulk").anyOf[1].properties.data).toEqual({ $ref: "#/components/schemas/ReportChange" });
  expect(bodyOf(admin, "PersonBulk").anyOf[0].properties.data).toMatchObject({
    maxItems: 200,
    items: { $ref: "#/components/schemas/PersonCreate" },
  });
});
