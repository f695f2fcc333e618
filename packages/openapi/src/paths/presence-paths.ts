/** Who has a record open, for roles of people who sign in. */
import { presence, presenceRequest, toJsonSchema } from "@colophon/api";
import type { Paths, Subject } from "../contract.ts";
import { parameterRef } from "../contract.ts";
import { operation } from "../operations.ts";
import { dataOf, json } from "../responses.ts";

export function presencePaths(subject: Subject): Paths {
  const { entity, reads, isPublic } = subject;
  if (entity.kind === "global" || reads === null || isPublic) return {};
  const post = operation(subject, {
    id: "presence",
    summary: "Say that the record is open, and hear who else has it open",
    description: "Every 20 s; who hasn't called for 40 s is left out. It locks nothing. Sessions only: an API key is 403.",
    body: { schema: toJsonSchema(presenceRequest), example: { editing: null } },
    answers: { "200": json("Who has it open, the caller among them, the longest first", dataOf(toJsonSchema(presence))) },
    refuses: [404],
    security: [{ session: [] }],
  });
  return { [`/api/${entity.name}/{id}/presence`]: { parameters: [parameterRef("Id")], post } };
}
