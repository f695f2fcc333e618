/** Drafts, schedules and translations, for the entities that have them. */
import { schedule, scheduleRequest, toJsonSchema, translateRequest } from "@colophon/api";
import type { JsonSchema, Schema } from "@colophon/engine";
import type { Operation, PathItem, Paths, ResponseObject, Subject } from "./contract.ts";
import { parameterRef, schemaRef } from "./contract.ts";
import { historyPaths } from "./history-paths.ts";
import { onceAnswer, operation } from "./operations.ts";
import { flag } from "./parameters.ts";
import { dataOf, json } from "./responses.ts";

const SCHEDULE_SAMPLE = { publishAt: "2030-01-31T12:00:00.000Z" };

/** The body of a translation, the same for every entity. */
export function translateSchemas({ config }: Schema): Record<string, JsonSchema> {
  return { Translate: toJsonSchema(translateRequest(config.locales)) };
}

const ONCE = [parameterRef("IdempotencyKey")];

function publish(subject: Subject): Operation {
  return operation(subject, {
    id: "publish",
    summary: "Publish the draft",
    parameters: [flag("force", "Also when the draft is older than what is live."), ...ONCE, parameterRef("IfDraftMatch")],
    answers: { "200": onceAnswer(subject, "The published record") },
    refuses: [404, 409, 412],
  });
}

function unpublish(subject: Subject): Operation {
  const answers = { "200": onceAnswer(subject, "The record; its content stays as the draft") };
  return operation(subject, {
    id: "unpublish",
    summary: "Unpublish",
    parameters: [...ONCE, parameterRef("IfDraftMatch")],
    answers,
    refuses: [404, 409, 412],
  });
}

function schedulePath(subject: Subject): PathItem {
  const answers = (description: string): Record<string, ResponseObject> => ({ "200": json(description, dataOf(toJsonSchema(schedule))) });
  return {
    get: operation(subject, { id: "getSchedule", summary: "What is scheduled", answers: answers("The schedule"), refuses: [404] }),
    post: operation(subject, {
      id: "schedule",
      summary: "Publish or unpublish at a time to come, on the caller's behalf",
      body: { schema: toJsonSchema(scheduleRequest), example: SCHEDULE_SAMPLE },
      answers: answers("The schedule"),
      refuses: [404, 409],
    }),
    delete: operation(subject, {
      id: "cancelSchedule",
      summary: "Cancel the schedule",
      answers: answers("The empty schedule"),
      refuses: [404],
    }),
  };
}

function translate(subject: Subject): Operation {
  const example = { locale: subject.schema.config.locales.at(-1) };
  return operation(subject, {
    id: "translate",
    summary: "Copy the record into another language",
    parameters: ONCE,
    body: { schema: schemaRef("Translate"), example },
    answers: { "201": onceAnswer(subject, "The copy, in the same translation group") },
    refuses: [404, 409],
  });
}

/** The routes below a record (or a global) that its entity's options bring with them, as far as the role may call them. */
export function versionPaths(subject: Subject): Paths {
  const { entity, updates, creates, reads } = subject;
  const { name, kind, versions, translatable } = entity;
  const path = kind === "global" ? `/api/${name}` : `/api/${name}/{id}`;
  const ids = kind === "global" ? [] : [parameterRef("Id")];
  const item = (more: PathItem) => ({ ...(ids.length > 0 && { parameters: ids }), ...more });
  return {
    ...(versions &&
      updates && {
        [`${path}/publish`]: item({ post: publish(subject) }),
        [`${path}/unpublish`]: item({ post: unpublish(subject) }),
        [`${path}/schedule`]: item(schedulePath(subject)),
        ...historyPaths(subject, path, ids),
      }),
    ...(translatable && creates && reads && { [`${path}/translate`]: item({ post: translate(subject) }) }),
  };
}
