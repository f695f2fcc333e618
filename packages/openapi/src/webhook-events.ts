/** The messages to webhooks, as the `webhooks` of the description. */
import { WEBHOOK_EVENTS, type WebhookEvent } from "@colophon/config";
import { toJsonSchema, webhookMessage } from "@colophon/api";
import { isSubscribed } from "@colophon/engine";
import type { Audience, Description, Operation } from "./contract.ts";

const SUMMARIES: Readonly<Record<WebhookEvent, string>> = {
  published: "A record has become live",
  updated: "A live record has changed",
  unpublished: "A record is no longer live",
  deleted: "A live record was deleted",
  draft: "A draft has changed",
};
const SIGNED =
  "Signed as in Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. A message can arrive more than once, always with the same id.";

function messageOf(entity: string, event: WebhookEvent): Operation {
  return {
    operationId: `webhook.${entity}.${event}`,
    tags: ["webhooks"],
    summary: SUMMARIES[event],
    description: SIGNED,
    requestBody: { required: true, content: { "application/json": { schema: toJsonSchema(webhookMessage) } } },
    responses: {
      "2XX": { description: "Received. Any other answer is a failure, and the message is sent again." },
      "410": { description: "Disables the webhook." },
    },
  };
}

/** Every event that a webhook of the project is told about; only admins see them. */
export function webhookEvents({ schema, isAdmin }: Audience): Pick<Description, "webhooks"> {
  const isSent = (entity: string, event: WebhookEvent) =>
    schema.config.webhooks.some((webhook) => isSubscribed(schema, webhook, entity, event));
  const sent = [...schema.entities.values()].flatMap(({ name, versions }) =>
    WEBHOOK_EVENTS.filter((event) => (event !== "draft" || versions) && isSent(name, event)).map((event) => ({ entity: name, event })),
  );
  if (!isAdmin || sent.length === 0) return {};
  return { webhooks: Object.fromEntries(sent.map(({ entity, event }) => [`${entity}.${event}`, { post: messageOf(entity, event) }])) };
}
