import { validateConfig } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { expect, test } from "@jest/globals";
import { describe } from "../src/index.ts";

function descriptionFor(role: string, webhooks: readonly object[]) {
  const result = validateConfig({
    entities: [
      { name: "article", versions: true, fields: [{ name: "title", type: "text" }] },
      { name: "note", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "visitor", public: true, permissions: { article: { read: true } } },
    ],
    webhooks,
    openapi: true,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return describe(compileSchema(result.config), role);
}
const WEBHOOK = { name: "site", url: "https://www.example.com/", events: ["*.published", "*.draft"], secret: "" };

test("the description lists the events that webhooks are told about, for admins", () => {
  const { webhooks = {}, components } = descriptionFor("admin", [WEBHOOK]);

  expect(Object.keys(webhooks)).toEqual(["article.published", "article.draft"]);
  expect(webhooks["article.published"]?.post?.requestBody?.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/WebhookMessage" } },
  });
  expect(components.schemas).toHaveProperty("WebhookMessage");
});

test("others, and sites without webhooks, have no such section", () => {
  expect(descriptionFor("visitor", [WEBHOOK])).not.toHaveProperty("webhooks");
  expect(descriptionFor("admin", [])).not.toHaveProperty("webhooks");
  expect(descriptionFor("admin", []).components.schemas).not.toHaveProperty("WebhookMessage");
});
