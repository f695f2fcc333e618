import { DELIVERY_STATES } from "@colophon/model";
import { z } from "zod";
import { component, noted, id, text, time, timeOrNull } from "./registry.ts";

export const webhook = component(
  "Webhook",
  z.object({
    name: text,
    url: noted(text, { description: "Without its query." }),
    events: z.array(text),
    entities: noted(z.array(text).nullable(), { description: "Null for all." }),
    role: noted(text, { description: "The role with whose permissions it reads." }),
    include: z.literal("record").nullable(),
    state: noted(z.enum(["active", "paused", "disabled"]), {
      description: "`paused`: after 20 failures in a row it gets one delivery a minute. `disabled`: its receiver answered 410.",
    }),
    failures: noted(z.int(), { description: "In a row." }),
    disabledAt: timeOrNull,
    pending: noted(z.int(), { description: "Deliveries that are not delivered yet." }),
    failed: noted(z.int(), { description: "Deliveries that failed for the last time." }),
  }),
);
export type Webhook = Readonly<z.output<typeof webhook>>;

export const webhookDelivery = component(
  "WebhookDelivery",
  z.object({
    id: noted(id, { description: "The `webhook-id` of all attempts." }),
    event: text,
    time,
    entity: noted(text.nullable(), { description: "Null for a test." }),
    recordId: id.nullable(),
    version: z.int().nullable(),
    locale: text.nullable(),
    state: noted(z.enum(DELIVERY_STATES), {
      description: "`failed`: it has no further attempt. `dropped`: the webhook was disabled.",
    }),
    attempts: z.int(),
    lastAttemptAt: timeOrNull,
    nextAttemptAt: timeOrNull,
    status: noted(z.int().nullable(), { description: "The status of the last answer. Null without an answer." }),
    answer: noted(text.nullable(), { description: "The first 4 KB of the last answer." }),
    error: noted(text.nullable(), { description: "Why there was no answer." }),
    durationMs: z.int().nullable(),
  }),
);
export type WebhookDelivery = Readonly<z.output<typeof webhookDelivery>>;

/** The body of a message to a webhook's receiver. */
export const webhookMessage = component(
  "WebhookMessage",
  z.object({
    id: noted(id, { description: "The same in all attempts, as in the header `webhook-id`." }),
    event: noted(text, { description: "The entity and the event: `article.published`." }),
    time: noted(time, { description: "The time of the change." }),
    entity: text,
    recordId: id,
    version: noted(z.int(), { description: "The record's version after the change." }),
    locale: text.nullable(),
    purge: noted(z.array(text), { description: "The cache tags of answers that are out of date." }),
    record: noted(z.looseObject({}).nullable().optional(), {
      description: "With `include: 'record'`: the record as the webhook's role reads it now. Null if it reads none.",
    }),
  }),
);
