import { expect, test } from "@jest/globals";
import { componentSchemas } from "../src/index.ts";

const schemas = componentSchemas();
const propertiesOf = (component: string) => schemas[component]?.["properties"];

test("a description stands at its own field, not at others of the same shape, which keep their format", () => {
  expect(propertiesOf("WebhookMessage")).toMatchObject({
    id: { type: "string", format: "uuid", description: "The same in all attempts, as in the header `webhook-id`." },
    time: { type: "string", format: "date-time", description: "The time of the change." },
  });
  expect(propertiesOf("WebhookMessage")).toHaveProperty("recordId", { type: "string", format: "uuid" });
  expect(propertiesOf("JobRun")).toHaveProperty("startedAt", { type: "string", format: "date-time" });
  expect(propertiesOf("Webhook")).toHaveProperty("name", { type: "string" });
});
