/** The webhooks of the configuration: their state and their deliveries. */
import { z } from "zod";
import { DELIVERY_STATES } from "@colophon/model";
import { AREAS } from "../areas.ts";
import { LIMIT, OFFSET, pathId, query } from "../parameters.ts";
import { route, type Parameter } from "../route.ts";
import { toJsonSchema } from "../shapes/registry.ts";
import { webhook, webhookDelivery } from "../shapes/webhooks.ts";

const description = "For people who are signed in as an admin; API keys are refused.";
const name: Parameter = { name: "name", in: "path", required: true, schema: { type: "string" }, description: "The webhook's name." };
const tag = "webhooks";
const PAGE = {
  type: "object",
  properties: { data: { type: "array", items: toJsonSchema(webhookDelivery) }, meta: { $ref: "#/components/schemas/ListMeta" } },
  required: ["data", "meta"],
};
const AREA = { ...AREAS.content, auth: "admin", cache: "no-store" } as const;

export const webhookRoutes = {
  webhooks: route(AREA, {
    path: "/api/_webhooks",
    tag,
    methods: {
      GET: {
        id: "webhooks.list",
        summary: "List webhooks",
        description,
        answers: { 200: { description: "The webhooks", data: z.array(webhook) } },
      },
    },
  }),

  webhookDeliveries: route(AREA, {
    path: "/api/_webhooks/{name}/deliveries",
    tag,
    methods: {
      GET: {
        id: "webhooks.listDeliveries",
        summary: "List deliveries",
        description: `The newest first. They are kept for 7 days. ${description}`,
        parameters: [name, LIMIT, OFFSET, query("state", { type: "string", enum: [...DELIVERY_STATES] }, "Only deliveries in this state.")],
        answers: { 200: { description: "A page of the list", json: PAGE } },
        refuses: [404],
      },
    },
  }),

  redeliver: route(AREA, {
    path: "/api/_webhooks/{name}/deliveries/{id}/redeliver",
    tag,
    methods: {
      POST: {
        id: "webhooks.redeliver",
        summary: "Deliver again",
        description: `With the same id, and with new attempts. ${description}`,
        parameters: [name, pathId("id", "The delivery's id.")],
        answers: { 200: { description: "The delivery", data: webhookDelivery } },
        refuses: [404, 409],
      },
    },
  }),

  testWebhook: route(AREA, {
    path: "/api/_webhooks/{name}/test",
    tag,
    methods: {
      POST: {
        id: "webhooks.test",
        summary: "Send a test",
        description: `The event \`webhook.test\`, without a record and in one attempt, also to a webhook that is paused or disabled. ${description}`,
        parameters: [name],
        answers: { 200: { description: "The delivery", data: webhookDelivery } },
        refuses: [404],
      },
    },
  }),

  enableWebhook: route(AREA, {
    path: "/api/_webhooks/{name}/enable",
    tag,
    methods: {
      POST: {
        id: "webhooks.enable",
        summary: "Enable a webhook",
        description: `Ends its pause too. Events of the time in which it was disabled are not sent. ${description}`,
        parameters: [name],
        answers: { 200: { description: "The name", data: z.object({ name: z.string() }) } },
        refuses: [404],
      },
    },
  }),
};
