import { describe, expect, test } from "@jest/globals";
import { HookError } from "@colophon/config";
import { compileSchema, createEngine } from "../src/index.ts";
import type { Principal, BodyOptions } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const schema = compileSchema(
  configOf({
    locales: ["en", "de"],
    entities: [
      {
        name: "article",
        translatable: true,
        fields: [
          { name: "title", type: "text", required: true },
          { name: "slug", type: "slug", from: "title", required: true },
          { name: "status", type: "select", options: ["draft", "live"], default: "draft" },
          { name: "secret", type: "text", hidden: true },
          { name: "constructor", type: "text" },
          {
            name: "odd",
            type: "number",
            validate: async (value: number, { field, entity, data }) =>
              value % 2 === 1 || `${entity}.${field} of ${String(data["title"])} must be odd`,
          },
          {
            name: "seo",
            type: "object",
            fields: [
              {
                name: "headline",
                type: "text",
                validate: () => {
                  throw new HookError("never");
                },
              },
            ],
          },
          {
            name: "broken",
            type: "text",
            validate: () => {
              throw new Error("a bug");
            },
          },
        ],
      },
      { name: "site", global: true, fields: [{ name: "title", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "editor",
        permissions: {
          article: { create: { fields: { exclude: ["status", "odd"] } }, read: { fields: { exclude: ["odd"] } }, update: true },
          site: { update: true },
        },
      },
      { name: "blind", permissions: { article: { create: { fields: { exclude: ["status"] } } } } },
    ],
  }),
);
const admin: Principal = { kind: "user", role: "admin", userId: ID };
const editor: Principal = { ...admin, role: "editor" };
const blind: Principal = { kind: "key", role: "blind", keyId: ID };

const parse = (principal: Principal, body: unknown, options: Partial<BodyOptions> = {}, entity = "article") =>
  createEngine(schema)
    .as(principal)
    .parseBody(entity, body, { operation: "create", partial: false, makeKey: () => "k", ...options });
const update = { operation: "update", partial: true } as const;

describe("a body for a new record", () => {
  test("gets defaults, nulls and its locale, and no slug yet", async () => {
    const data = await parse(admin, { title: "T" });

    expect(data).toEqual({
      values: { title: "T", status: "draft", secret: null, constructor: null, odd: null, seo: null, broken: null },
      references: [],
      locale: "en",
      translationGroup: null,
    });
  });

  test("may contain automatic fields and names with a leading underscore", async () => {
    const data = await parse(admin, {
      title: "T",
      id: "x",
      createdAt: 1,
      updatedAt: 1,
      publishedAt: 1,
      _type: "y",
      _status: "z",
    });

    expect(data.values).not.toHaveProperty("id");
  });

  test("may not have a member called __proto__, at any depth where members are known", async () => {
    const body: unknown = JSON.parse('{ "title": "T", "__proto__": { "a": 1 }, "seo": { "__proto__": { "a": 1 }, "headline": null } }');

    await expect(parse(admin, body)).rejects.toMatchObject({
      details: [
        { field: "__proto__", message: "is not a known field" },
        { field: "seo.__proto__", message: "is not a known field" },
      ],
    });
  });

  test("names every bad field at once", async () => {
    const refusal = parse(admin, {
      status: "other",
      nonsense: 1,
      toString: 2,
      odd: "1",
      locale: "fr",
      translationGroup: "g",
      seo: { x: 1 },
    });

    await expect(refusal).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const { details } = await refusal.catch((error) => error);
    expect(details.map((detail: { field: string }) => detail.field).toSorted()).toEqual([
      "locale",
      "nonsense",
      "odd",
      "seo.x",
      "slug",
      "status",
      "title",
      "toString",
      "translationGroup",
    ]);
  });

  test("of a draft may lack required fields", async () => {
    await expect(parse(admin, {}, { draft: true })).resolves.toMatchObject({ values: { title: null, slug: null } });
  });

  test.each([null, [], "text", 1, undefined])("must be an object, not %j", async (body) => {
    await expect(parse(admin, body)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("a body for a change", () => {
  test("contains only the sent fields, and no locale", async () => {
    await expect(parse(admin, { status: null, locale: "fr" }, update)).resolves.toEqual({
      values: { status: null },
      references: [],
      locale: null,
      translationGroup: null,
    });
  });

  test("can't empty a required field", async () => {
    await expect(parse(admin, { title: "" }, update)).rejects.toMatchObject({ details: [{ field: "title", message: "is required" }] });
  });
});

describe("fields that a role may not write", () => {
  test("are forbidden if it may read them", async () => {
    await expect(parse(editor, { title: "T", status: "live", nonsense: 1 })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: [{ field: "status", message: "may not be written by your role" }],
    });
  });

  test.each([
    ["excluded from reading too", editor, "odd"],
    ["without read permission", blind, "status"],
  ])("are answered like unknown ones when %s", async (_, principal, field) => {
    const details = async (name: string) => (await parse(principal, { title: "T", [name]: 1 }).catch((error) => error)).details;

    expect(await details(field)).toEqual([{ field, message: "is not a known field" }]);
    expect((await details("nonsense"))[0].message).toBe((await details(field))[0].message);
  });

  test("don't restrict the system itself", async () => {
    await expect(parse({ kind: "system" }, { title: "T", status: "live", secret: "s" })).resolves.toMatchObject({
      values: { status: "live", secret: "s" },
    });
  });
});

describe("a field's own check", () => {
  test("is awaited, and gets the place and the data", async () => {
    await expect(parse(admin, { title: "T", odd: 2 })).rejects.toMatchObject({
      details: [{ field: "odd", message: "article.odd of T must be odd" }],
    });
    await expect(parse(admin, { title: "T", odd: 3 })).resolves.toMatchObject({ values: { odd: 3 } });
  });

  test("may throw a HookError, also deep inside", async () => {
    await expect(parse(admin, { title: "T", seo: { headline: "x" } })).rejects.toMatchObject({
      details: [{ field: "seo.headline", message: "never" }],
    });
  });

  test("that throws is a bug, not a bad request", async () => {
    await expect(parse(admin, { title: "T", broken: "x" })).rejects.toThrow("a bug");
  });
});

test("the first save of a global needs the update permission", async () => {
  await expect(parse(editor, { title: "T" }, {}, "site")).resolves.toMatchObject({ values: { title: "T" } });
  await expect(parse(blind, { title: "T" }, {}, "site")).rejects.toMatchObject({ code: "FORBIDDEN" });
});
