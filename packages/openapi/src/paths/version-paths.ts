/** Drafts, schedules and translations, for the entities that have them. */
import type { JsonSchema } from "@colophon/model";
import { entityRoutes, preview, schedule, scheduleRequest, toJsonSchema, translateRequest, versionRoutes } from "@colophon/api";
import type { Schema } from "@colophon/engine";
import type { Operation, Paths, ResponseObject, DescribedEntity } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { historyPaths } from "./history-paths.ts";
import { ID_ONLY, onceAnswer, operation } from "../operations.ts";
import { flag } from "../parameters.ts";
import { dataOf, json } from "../responses.ts";

const SCHEDULE_SAMPLE = { publishAt: "2030-01-31T12:00:00.000Z" };

/** The body of a translation, the same for every entity. */
export function translateSchemas({ config }: Schema): Record<string, JsonSchema> {
  return { Translate: toJsonSchema(translateRequest(config.locales)) };
}

const ONCE = [parameterRef("IdempotencyKey")];

function publishing(described: DescribedEntity): Operation {
  return operation(described, {
    ...versionRoutes.publish.global.methods.POST,
    parameters: [flag("force", "Publishes the draft even if it is older than the live version."), ...ONCE, parameterRef("IfDraftMatch")],
    answers: { "200": onceAnswer(described, "The published record") },
    refuses: [404, 409, 412],
  });
}

function unpublishing(described: DescribedEntity): Operation {
  const answers = { "200": onceAnswer(described, "The record; its content stays as the draft") };
  return operation(described, {
    ...versionRoutes.unpublish.global.methods.POST,
    parameters: [...ONCE, parameterRef("IfDraftMatch")],
    answers,
    refuses: [404, 409, 412],
  });
}

function schedules(described: DescribedEntity) {
  const { GET, POST, DELETE } = versionRoutes.schedule.global.methods;
  const answers = (description: string): Record<string, ResponseObject> => ({ "200": json(description, dataOf(toJsonSchema(schedule))) });
  return {
    GET: operation(described, { ...GET, answers: answers("The schedule"), refuses: [404] }),
    POST: operation(described, {
      ...POST,
      body: { schema: toJsonSchema(scheduleRequest), example: SCHEDULE_SAMPLE },
      answers: answers("The schedule"),
      refuses: [404, 409],
    }),
    DELETE: operation(described, { ...DELETE, answers: answers("The empty schedule"), refuses: [404] }),
  };
}

function previews(described: DescribedEntity) {
  const { POST, DELETE } = versionRoutes.preview.global.methods;
  const made =
    "For 24 hours, the link shows the draft to all callers who may read the entity. The caller's row filters apply. A record has at most 20 links: the next one revokes the oldest.";
  return {
    POST: described.drafts
      ? operation(described, {
          ...POST,
          description: made,
          answers: { "201": json("The link", dataOf(toJsonSchema(preview))) },
          refuses: [404],
        })
      : null,
    DELETE: described.updates && operation(described, { ...DELETE, answers: { "200": json("The id", dataOf(ID_ONLY)) }, refuses: [404] }),
  };
}

function translate(described: DescribedEntity): Operation {
  const example = { locale: described.schema.config.locales.at(-1) };
  return operation(described, {
    ...entityRoutes.translate.methods.POST,
    parameters: ONCE,
    body: { schema: schemaRef("Translate"), example },
    answers: { "201": onceAnswer(described, "The copy, in the same translation group") },
    refuses: [404, 409],
  });
}

const DUPLICATE_RULES = `The copy is a draft if the entity has drafts. It has its own translation group. Fields that you may not read or may not create are not copied.
Slugs get a number, \`-2\`. So does the title field of the entity's summary if it is unique, \` (2)\`. Other unique fields are empty; if one of them is required, the answer is 409.`;

function duplicate(described: DescribedEntity): Operation {
  return operation(described, {
    ...entityRoutes.duplicate.methods.POST,
    description: DUPLICATE_RULES,
    parameters: ONCE,
    answers: { "201": onceAnswer(described, "The copy") },
    refuses: [404, 409],
  });
}

/** The routes below a record (or a global) that depend on its entity's options, and that the role may call. */
export function versionPaths(described: DescribedEntity): Paths {
  const { entity, updates, creates, reads } = described;
  const { kind, versions, translatable } = entity;
  const { publish, unpublish } = versionRoutes;
  return {
    ...(versions && routePath(described, versionRoutes.preview[kind], previews(described))),
    ...(versions &&
      updates && {
        ...routePath(described, publish[kind], { POST: publishing(described) }),
        ...routePath(described, unpublish[kind], { POST: unpublishing(described) }),
        ...routePath(described, versionRoutes.schedule[kind], schedules(described)),
        ...historyPaths(described),
      }),
    ...(kind === "collection" && creates && reads && routePath(described, entityRoutes.duplicate, { POST: duplicate(described) })),
    ...(translatable && creates && reads && routePath(described, entityRoutes.translate, { POST: translate(described) })),
  };
}
