/** Restoring from the trash, for the entities that have one. */
import { entityRoutes } from "@colophon/api";
import type { Paths, Subject } from "../contract.ts";
import { parameterRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { onceAnswer, operation } from "../operations.ts";

export function trashPaths(subject: Subject): Paths {
  const { deletes, entity } = subject;
  if (!entity.trash || !deletes) return {};
  const restore = operation(subject, {
    ...entityRoutes.restore.methods.POST,
    parameters: [parameterRef("IdempotencyKey"), parameterRef("IfMatch")],
    answers: { "200": onceAnswer(subject, "The restored record") },
    refuses: [404, 409, 412],
  });
  return routePath(subject, entityRoutes.restore, { POST: restore });
}
