/** The users who have a record open, for roles of people who sign in. */
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
    summary: "Report that the record is open, and list the users who have it open",
    description:
      "Call it every 20 s; callers without a call in the last 40 s are not listed. It doesn't lock the record. Sessions only: an API key is 403.",
    body: { schema: toJsonSchema(presenceRequest), example: { editing: null } },
    isBodyOptional: true,
    answers: { "200": json("The users who have the record open, including the caller; the longest first", dataOf(toJsonSchema(presence))) },
    refuses: [404],
    security: [{ session: [] }],
  });
  return { [`/api/${entity.name}/{id}/presence`]: { parameters: [parameterRef("Id")], post } };
}
