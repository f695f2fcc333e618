/** How rich text is described in answers. */
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { default as addFormats } from "ajv-formats";
import { compileSchema } from "@colophon/engine";
import { configOf } from "../../engine/test/support/config.ts";
import { describe as describeApi } from "../src/index.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "article",
        fields: [
          { name: "body", type: "richtext", format: "document", embeds: ["article"] },
          {
            name: "box",
            type: "object",
            fields: [
              { name: "any", type: "richtext", format: "blocks" },
              { name: "picture", type: "image" },
              { name: "text", type: "richtext", format: "document", embeds: ["article"] },
            ],
          },
        ],
      },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  }),
);
const description = JSON.parse(JSON.stringify(describeApi(schema, "admin")));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(description, "api");

/** The errors of these members in an answer. */
function wrongIn(members: object): readonly unknown[] {
  const validate = ajv.compile({ $ref: "api#/components/schemas/ArticleRecord" });
  validate(members);
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== "required");
}

test("documents in answers have records in place of ids, or are texts; blocks are any JSON", () => {
  const resolved = [{ _type: "record", attrs: { entity: "article", id: { id: ID, body: null } } }];

  expect(wrongIn({ body: resolved })).toEqual([]);
  expect(wrongIn({ body: "<p>a</p>" })).toEqual([]);
  expect(wrongIn({ body: [1] })).not.toEqual([]);
  expect(wrongIn({ box: { any: [{ _type: "callout", tone: 1 }], picture: ID, text: resolved } })).toEqual([]);
});

test("single records can be rendered, lists can't, and only documents can be resolved", () => {
  const named = (path: string) =>
    description.paths[path].get.parameters
      .map(({ name }: { name?: string }) => name)
      .filter((name?: string) => /render|resolve/.test(name ?? ""));

  expect(named("/api/article/{id}")).toContain("render[body]");
  expect(named("/api/article/{id}")).toEqual(expect.arrayContaining(["resolve[body.image]", "resolve[body.record.article]"]));
  expect(named("/api/article").filter((name: string) => name.startsWith("render"))).toEqual([]);
});
