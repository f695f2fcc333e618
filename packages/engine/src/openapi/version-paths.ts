/** Drafts, schedules and translations, for the entities that have them. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Operation, PathItem, Paths, ResponseObject, Subject } from "./contract.ts";
import { parameterRef, schemaRef } from "./contract.ts";
import { historyPaths } from "./history-paths.ts";
import { onceAnswer, operation } from "./operations.ts";
import { flag } from "./parameters.ts";
import { dataOf, json } from "./responses.ts";

const TIME: JsonSchema = { type: ["string", "null"], format: "date-time" };
const PLAN: JsonSchema = {
  type: "object",
  properties: { publishAt: TIME, unpublishAt: TIME },
  anyOf: [{ required: ["publishAt"] }, { required: ["unpublishAt"] }],
};
const PLAN_SAMPLE = { publishAt: "2030-01-31T12:00:00.000Z" };

/** Schemas of schedules, the same for every entity. */
export function scheduleSchemas(): Record<string, JsonSchema> {
  return {
    Schedule: {
      type: "object",
      properties: { id: { type: "string", format: "uuid" }, publishAt: TIME, unpublishAt: TIME },
      required: ["id", "publishAt", "unpublishAt"],
    },
    Plan: PLAN,
  };
}

const ONCE = [parameterRef("IdempotencyKey")];

function publish(subject: Subject): Operation {
  return operation(subject, {
    id: "publish",
    summary: "Publish the draft",
    parameters: [flag("force", "Also when the draft is older than what is live."), ...ONCE, parameterRef("IfMatch")],
    answers: { "200": onceAnswer(subject, "The published record") },
    refuses: [404, 409, 412],
  });
}

function unpublish(subject: Subject): Operation {
  const answers = { "200": onceAnswer(subject, "The record; its content stays as the draft") };
  return operation(subject, {
    id: "unpublish",
    summary: "Unpublish",
    parameters: [...ONCE, parameterRef("IfMatch")],
    answers,
    refuses: [404, 409, 412],
  });
}

function schedulePath(subject: Subject): PathItem {
  const answers = (description: string): Record<string, ResponseObject> => ({ "200": json(description, dataOf(schemaRef("Schedule"))) });
  return {
    get: operation(subject, { id: "getSchedule", summary: "What is scheduled", answers: answers("The schedule"), refuses: [404] }),
    post: operation(subject, {
      id: "schedule",
      summary: "Publish or unpublish at a time to come",
      body: { schema: schemaRef("Plan"), example: PLAN_SAMPLE },
      answers: answers("The schedule"),
      refuses: [404],
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
  const locale = { type: "string", enum: subject.schema.config.locales };
  const example = { locale: subject.schema.config.locales.at(-1) };
  return operation(subject, {
    id: "translate",
    summary: "Copy the record into another language",
    parameters: ONCE,
    body: { schema: { type: "object", properties: { locale }, required: ["locale"] }, example },
    answers: { "201": onceAnswer(subject, "The copy, in the same translation group") },
    refuses: [404, 409],
  });
}

/** The routes below a record (or a global) that its entity's options bring with them. */
export function versionPaths(subject: Subject): Paths {
  const { name, kind, versions, translatable } = subject.entity;
  const path = kind === "global" ? `/api/${name}` : `/api/${name}/{id}`;
  const ids = kind === "global" ? [] : [parameterRef("Id")];
  const item = (more: PathItem) => ({ ...(ids.length > 0 && { parameters: ids }), ...more });
  return {
    ...(versions && {
      [`${path}/publish`]: item({ post: publish(subject) }),
      [`${path}/unpublish`]: item({ post: unpublish(subject) }),
      [`${path}/schedule`]: item(schedulePath(subject)),
      ...historyPaths(subject, path, ids),
    }),
    ...(translatable && { [`${path}/translate`]: item({ post: translate(subject) }) }),
  };
}
