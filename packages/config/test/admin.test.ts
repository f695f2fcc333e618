import { expect, test } from "@jest/globals";
import { validateConfig } from "../src/index.ts";
import { site, withEntity, withField } from "./support/site.ts";

const FIELDS = [
  { name: "title", type: "text" },
  { name: "cover", type: "image" },
  { name: "tags", type: "array", of: { type: "text" } },
];

test.each<[string, object]>([
  ["a summary with one image", { summary: { title: "title", subtitle: "createdAt", image: "cover" } }],
  ["a view of records that have a tag", { list: { views: [{ name: "News", filter: { tags: "news" }, sort: "-createdAt" }] } }],
  ["bulk actions that need no versions", { bulkActions: ["delete", "update", "assign"] }],
  ["a bulk action of the project's own", { bulkActions: [{ title: "Mail", route: "mail" }] }],
])("an entity's admin with %s is accepted", (_case, admin) => {
  const entities = [{ name: "article", fields: FIELDS, admin }];

  expect(validateConfig(site({ entities, customRoutes: [{ name: "mail", handler: () => null }] }))).toMatchObject({ ok: true });
});

test("records with versions can be published and unpublished together", () => {
  expect(validateConfig(withEntity({ versions: {}, admin: { bulkActions: ["publish", "unpublish"] } }))).toMatchObject({ ok: true });
});

test("a field's condition may name a member of an object beside it", () => {
  const price = { name: "price", type: "number", admin: { condition: { "place.isOpen": true } } };
  const place = { name: "place", type: "object", fields: [{ name: "isOpen", type: "boolean" }] };

  expect(validateConfig(withField(price, place))).toMatchObject({ ok: true });
});

test("only the site's admin may be false", () => {
  const result = validateConfig(withEntity({ admin: false }));

  expect(result.ok ? [] : result.problems).toEqual([{ path: "entities[0].admin", message: "Make admin an object." }]);
});
