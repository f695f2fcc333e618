/** `/api/:entity` and `/api/:entity/:id`, for collections and globals. */
import { entityRoutes } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { MediaType, Operation, Paths, Reference, ResponseObject, Subject } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { titleOf } from "../names.ts";
import { ID_ONLY, onceAnswer, operation, shapeRef, writtenAnswer } from "../operations.ts";
import { listParameters, readParameters, referenceParameters, renderParameters } from "../parameters.ts";
import { dataOf, json, NOT_MODIFIED, publiclyCached } from "../responses.ts";
import { createSample, recordSample, updateSample } from "../samples.ts";

const { collection, record } = entityRoutes;

/** The body of a write; with versions also that of a draft. */
function bodyOf(subject: Subject, operation: "create" | "update", example: unknown): MediaType {
  const [live, any] = operation === "create" ? (["Create", "New"] as const) : (["Update", "Change"] as const);
  const schema = shapeRef(subject, subject.entity.versions ? any : live);
  return { schema, ...(example !== undefined && { example }) };
}

function sampleFor(subject: Subject): Record<string, unknown> {
  return recordSample(subject, subject.schema.config.defaultLocale);
}

function savesDraft({ entity }: Subject): readonly Reference[] {
  return entity.versions ? [parameterRef("SaveDraft")] : [];
}

function savesAutomatically({ entity }: Subject): readonly Reference[] {
  return entity.versions ? [parameterRef("Autosave")] : [];
}

const LIST_RULES = `A record must match all conditions, at most 50. Groups use brackets: \`filter[$or][0][<field>]=…&filter[$or][1][<field>]=…\`,
\`filter[$and][0][<field>]=…\`, \`filter[$not][<field>]=…\`. A path can go through arrays and blocks, where any element may match, and can
follow up to three relations, in \`filter[<relation>.<relation>.<field>]\`
and in \`resolve[<relation>.<relation>]\`; at most 16 relations are resolved. For a list of values, you can also repeat the parameter.
Unknown parameters are refused.`;

/** Whether public caches may store answers without credentials. */
function mayBeCached({ schema }: Subject): boolean {
  return schema.config.cache.public !== undefined;
}

function cached(answers: Readonly<Record<"200" | "304", ResponseObject>>) {
  return { "200": publiclyCached(answers[200]), "304": publiclyCached(answers[304]) };
}

function list(subject: Subject): Operation {
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: shapeRef(subject, "Record") }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const example = { data: [sampleFor(subject)], meta: { total: 1, limit: 25, offset: 0 } };
  const isCached = mayBeCached(subject);
  const page = json("A page of records", schema, { example, etag: isCached ? "optional" : false });
  const answers = isCached ? cached({ "200": page, "304": NOT_MODIFIED }) : { "200": page };
  return operation(subject, {
    ...collection.methods.GET,
    summary: `List ${titleOf(subject.schema, subject.entity)}`,
    description: LIST_RULES,
    parameters: [...listParameters(subject), ...(isCached ? [parameterRef("IfNoneMatch")] : [])],
    answers,
  });
}

function create(subject: Subject): Operation {
  return operation(subject, {
    ...collection.methods.POST,
    summary: subject.entity.versions ? "Create and publish, or create a draft" : "Create",
    parameters: [...savesDraft(subject), parameterRef("IdempotencyKey")],
    body: bodyOf(subject, "create", createSample(subject)),
    answers: { "201": onceAnswer(subject, "The new record", sampleFor(subject)) },
    refuses: [409],
  });
}

function readOperation(subject: Subject): Operation {
  const data = json("The record", dataOf(shapeRef(subject, "Record")), { etag: true, example: { data: sampleFor(subject) } });
  const answers = { "200": data, "304": NOT_MODIFIED };
  return operation(subject, {
    ...record.methods.GET,
    summary: "Read a record",
    parameters: [...readParameters(subject), ...renderParameters(subject), ...referenceParameters(subject), parameterRef("IfNoneMatch")],
    answers: mayBeCached(subject) ? cached(answers) : answers,
    refuses: [404],
  });
}

function update(subject: Subject, method: "PUT" | "PATCH"): Operation {
  return operation(subject, {
    ...entityRoutes.record.methods[method],
    summary: method === "PATCH" ? "The same as PUT" : "Change the fields in the body",
    parameters: [...savesDraft(subject), ...savesAutomatically(subject), parameterRef("IfMatch")],
    body: bodyOf(subject, "update", updateSample(subject)),
    answers: { "200": writtenAnswer(subject, "The whole record after the change", sampleFor(subject)) },
    refuses: [404, 409, 412],
  });
}

/** The answer of a deletion: the id; if only the draft is deleted, the record without it. */
function remove(subject: Subject): Operation {
  const { deletes, updates, entity } = subject;
  const discards = entity.versions !== false && updates !== null;
  const { id } = (discards && !deletes ? entityRoutes.global : record).methods.DELETE;
  const own = entity.trash ? "Move to the trash" : "Delete";
  const summary = !discards ? own : deletes ? `${own}, or discard the draft` : "Discard the draft";
  const permanent = deletes && entity.trash ? [parameterRef("Permanent")] : [];
  const data = discards ? { anyOf: [shapeRef(subject, "Written"), ID_ONLY] } : ID_ONLY;
  return operation(subject, {
    id,
    summary,
    parameters: [...(discards ? [deletes ? parameterRef("DropDraft") : DISCARD] : []), ...permanent, parameterRef("IfMatch")],
    answers: {
      "200": json(discards ? "The id, or the record without its draft" : "The id", dataOf(data), { etag: discards ? "optional" : false }),
    },
    refuses: [404, 409, 412],
  });
}

function collectionPaths(subject: Subject): Paths {
  const { reads, creates, updates, deletes, entity } = subject;
  const removes = deletes || (updates !== null && entity.versions !== false);
  return {
    ...routePath(subject, collection, { GET: reads && list(subject), POST: creates && create(subject) }),
    ...routePath(subject, record, {
      GET: reads && readOperation(subject),
      PUT: updates && update(subject, "PUT"),
      PATCH: updates && update(subject, "PATCH"),
      DELETE: removes && remove(subject),
    }),
  };
}

function readGlobal(subject: Subject): Operation {
  const data = { anyOf: [shapeRef(subject, "Record"), { type: "null" }] };
  const read = readOperation(subject);
  const description = "The record, or null if it was never saved or is not published";
  const answer = json(description, dataOf(data), { etag: "optional", example: { data: sampleFor(subject) } });
  const responses = { ...read.responses, "200": mayBeCached(subject) ? publiclyCached(answer) : answer };
  return { ...read, summary: `Read ${titleOf(subject.schema, subject.entity)}`, responses };
}

/** A draft of a global is discarded at its own path; a global can't be deleted otherwise. */
function discardGlobal(subject: Subject): Operation {
  const removed = remove(subject);
  const data = { anyOf: [shapeRef(subject, "Written"), ID_ONLY, { type: "null" }] };
  return {
    ...removed,
    responses: { ...removed.responses, "200": json("The record without its draft", dataOf(data), { etag: "optional" }) },
  };
}

const DISCARD = {
  name: "draft",
  in: "query",
  required: true,
  schema: { type: "boolean", enum: [true] },
  description: "Must be true: only the draft can be discarded.",
} as const;

function globalPaths(subject: Subject): Paths {
  const { reads, updates, entity } = subject;
  return routePath(subject, entityRoutes.global, {
    GET: reads && readGlobal(subject),
    PUT: updates && update(subject, "PUT"),
    PATCH: updates && update(subject, "PATCH"),
    DELETE: updates && entity.versions !== false && discardGlobal(subject),
  });
}

/** The routes of every entity that the role may call. */
export function entityPaths(subject: Subject): Paths {
  return subject.entity.kind === "global" ? globalPaths(subject) : collectionPaths(subject);
}
