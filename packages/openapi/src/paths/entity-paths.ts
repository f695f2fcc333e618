/** `/api/:entity` and `/api/:entity/:id`, for collections and globals. */
import { entityRoutes } from "@colophon/api";
import type { JsonSchema } from "@colophon/model";
import type { MediaType, Operation, Paths, Reference, ResponseObject, DescribedEntity } from "../contract.ts";
import { parameterRef, schemaRef } from "../contract.ts";
import { routePath } from "./entity-route.ts";
import { titleOf } from "../names.ts";
import { ID_ONLY, onceAnswer, operation, shapeRef, writtenAnswer } from "../operations.ts";
import { listParameters, readParameters, referenceParameters, renderParameters } from "../parameters.ts";
import { dataOf, json, NOT_MODIFIED, publiclyCached } from "../responses.ts";
import { createSample, recordSample, updateSample } from "../samples.ts";

const { collection, record } = entityRoutes;

/** The body of a write; with versions also that of a draft. */
function bodyOf(described: DescribedEntity, operation: "create" | "update", example: unknown): MediaType {
  const [live, any] = operation === "create" ? (["Create", "New"] as const) : (["Update", "Change"] as const);
  const schema = shapeRef(described, described.entity.versions ? any : live);
  return { schema, ...(example !== undefined && { example }) };
}

function sampleFor(described: DescribedEntity): Record<string, unknown> {
  return recordSample(described, described.schema.config.defaultLocale);
}

function savesDraft({ entity }: DescribedEntity): readonly Reference[] {
  return entity.versions ? [parameterRef("SaveDraft")] : [];
}

function savesAutomatically({ entity }: DescribedEntity): readonly Reference[] {
  return entity.versions ? [parameterRef("Autosave")] : [];
}

const LIST_RULES = `A record must match all conditions, at most 50. Groups use brackets: \`filter[$or][0][<field>]=…&filter[$or][1][<field>]=…\`,
\`filter[$and][0][<field>]=…\`, \`filter[$not][<field>]=…\`. A path can go through arrays and blocks, where any element may match, and can
follow up to three relations, in \`filter[<relation>.<relation>.<field>]\`
and in \`resolve[<relation>.<relation>]\`; at most 16 relations are resolved. For a list of values, you can also repeat the parameter.
Unknown parameters are refused.`;

/** Whether public caches may store answers without credentials. */
function mayBeCached({ schema }: DescribedEntity): boolean {
  return schema.config.cache.public !== undefined;
}

function cached(answers: Readonly<Record<"200" | "304", ResponseObject>>) {
  return { "200": publiclyCached(answers[200]), "304": publiclyCached(answers[304]) };
}

function list(described: DescribedEntity): Operation {
  const schema: JsonSchema = {
    type: "object",
    properties: { data: { type: "array", items: shapeRef(described, "Record") }, meta: schemaRef("ListMeta") },
    required: ["data", "meta"],
  };
  const example = { data: [sampleFor(described)], meta: { total: 1, limit: 25, offset: 0 } };
  const isCached = mayBeCached(described);
  const page = json("A page of records", schema, { example, etag: isCached ? "optional" : false });
  const answers = isCached ? cached({ "200": page, "304": NOT_MODIFIED }) : { "200": page };
  return operation(described, {
    ...collection.methods.GET,
    summary: `List ${titleOf(described.schema, described.entity)}`,
    description: LIST_RULES,
    parameters: [...listParameters(described), ...(isCached ? [parameterRef("IfNoneMatch")] : [])],
    answers,
  });
}

function create(described: DescribedEntity): Operation {
  return operation(described, {
    ...collection.methods.POST,
    summary: described.entity.versions ? "Create and publish, or create a draft" : "Create",
    parameters: [...savesDraft(described), parameterRef("IdempotencyKey")],
    body: bodyOf(described, "create", createSample(described)),
    answers: { "201": onceAnswer(described, "The new record", sampleFor(described)) },
    refuses: [409],
  });
}

function readOperation(described: DescribedEntity): Operation {
  const data = json("The record", dataOf(shapeRef(described, "Record")), { etag: true, example: { data: sampleFor(described) } });
  const answers = { "200": data, "304": NOT_MODIFIED };
  return operation(described, {
    ...record.methods.GET,
    summary: "Read a record",
    parameters: [
      ...readParameters(described),
      ...renderParameters(described),
      ...referenceParameters(described),
      parameterRef("IfNoneMatch"),
    ],
    answers: mayBeCached(described) ? cached(answers) : answers,
    refuses: [404],
  });
}

function update(described: DescribedEntity, method: "PUT" | "PATCH"): Operation {
  return operation(described, {
    ...entityRoutes.record.methods[method],
    summary: method === "PATCH" ? "The same as PUT" : "Change the fields in the body",
    parameters: [...savesDraft(described), ...savesAutomatically(described), parameterRef("IfMatch")],
    body: bodyOf(described, "update", updateSample(described)),
    answers: { "200": writtenAnswer(described, "The whole record after the change", sampleFor(described)) },
    refuses: [404, 409, 412],
  });
}

/** The answer of a deletion: the id; if only the draft is deleted, the record without it. */
function remove(described: DescribedEntity): Operation {
  const { deletes, updates, entity } = described;
  const discards = entity.versions !== false && updates !== null;
  const { id } = (discards && !deletes ? entityRoutes.global : record).methods.DELETE;
  const own = entity.trash ? "Move to the trash" : "Delete";
  const summary = !discards ? own : deletes ? `${own}, or discard the draft` : "Discard the draft";
  const permanent = deletes && entity.trash ? [parameterRef("Permanent")] : [];
  const data = discards ? { anyOf: [shapeRef(described, "Written"), ID_ONLY] } : ID_ONLY;
  return operation(described, {
    id,
    summary,
    parameters: [...(discards ? [deletes ? parameterRef("DropDraft") : DISCARD] : []), ...permanent, parameterRef("IfMatch")],
    answers: {
      "200": json(discards ? "The id, or the record without its draft" : "The id", dataOf(data), { etag: discards ? "optional" : false }),
    },
    refuses: [404, 409, 412],
  });
}

function collectionPaths(described: DescribedEntity): Paths {
  const { reads, creates, updates, deletes, entity } = described;
  const removes = deletes || (updates !== null && entity.versions !== false);
  return {
    ...routePath(described, collection, { GET: reads && list(described), POST: creates && create(described) }),
    ...routePath(described, record, {
      GET: reads && readOperation(described),
      PUT: updates && update(described, "PUT"),
      PATCH: updates && update(described, "PATCH"),
      DELETE: removes && remove(described),
    }),
  };
}

function readGlobal(described: DescribedEntity): Operation {
  const data = { anyOf: [shapeRef(described, "Record"), { type: "null" }] };
  const read = readOperation(described);
  const description = "The record, or null if it was never saved or is not published";
  const answer = json(description, dataOf(data), { etag: "optional", example: { data: sampleFor(described) } });
  const responses = { ...read.responses, "200": mayBeCached(described) ? publiclyCached(answer) : answer };
  return { ...read, summary: `Read ${titleOf(described.schema, described.entity)}`, responses };
}

/** A draft of a global is discarded at its own path; a global can't be deleted otherwise. */
function discardGlobal(described: DescribedEntity): Operation {
  const removed = remove(described);
  const data = { anyOf: [shapeRef(described, "Written"), ID_ONLY, { type: "null" }] };
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

function globalPaths(described: DescribedEntity): Paths {
  const { reads, updates, entity } = described;
  return routePath(described, entityRoutes.global, {
    GET: reads && readGlobal(described),
    PUT: updates && update(described, "PUT"),
    PATCH: updates && update(described, "PATCH"),
    DELETE: updates && entity.versions !== false && discardGlobal(described),
  });
}

/** The routes of every entity that the role may call. */
export function entityPaths(described: DescribedEntity): Paths {
  return described.entity.kind === "global" ? globalPaths(described) : collectionPaths(described);
}
