/** Query, path and header parameters. */
import type { JsonSchema } from "../field-types/index.ts";
import { kindOf } from "../filter/operand.ts";
import type { Field } from "../types.ts";
import type { ParameterObject, Reference, Subject } from "./contract.ts";
import { parameterRef } from "./contract.ts";
import { filterParameterComponents, filterParameters } from "./filters.ts";

type Parameters = readonly (ParameterObject | Reference)[];

const FLAG: JsonSchema = { type: "boolean", default: false };

/** A query parameter. */
export function query(name: string, schema: JsonSchema, description: string): ParameterObject {
  return { name, in: "query", schema, description };
}

function header(name: string, schema: JsonSchema, description: string): ParameterObject {
  return { name, in: "header", schema, description };
}

/** A query parameter that is true or false. */
export function flag(name: string, description: string): ParameterObject {
  return query(name, FLAG, description);
}

/** An id in the path. */
export function pathId(name: string, description: string): ParameterObject {
  return { name, in: "path", required: true, schema: { type: "string", format: "uuid" }, description };
}

/** Parameters that many operations share. */
export function parameterComponents(): Record<string, ParameterObject> {
  return {
    Id: pathId("id", "The record's id."),
    VersionId: pathId("versionId", "The version's id."),
    Limit: query("limit", { type: "integer", minimum: 0, default: 25 }, "Page size; above 100 it is 100, with 0 only the total is told."),
    Offset: query("offset", { type: "integer", minimum: 0, maximum: 100_000, default: 0 }, "Rows skipped. Not together with `cursor`."),
    Cursor: query("cursor", { type: "string", maxLength: 4096 }, "Pages by a cursor: empty for the first page, then `meta.nextCursor`."),
    Count: query("count", { type: "boolean", default: true }, "With `false` the total is left out."),
    Draft: query("draft", FLAG, "Shows pending drafts and records that were never published; needs permission to update."),
    SaveDraft: query("draft", FLAG, "Saves a draft instead of what is live. A draft may lack required fields."),
    DropDraft: query(
      "draft",
      FLAG,
      "Discards the draft instead; a record that was never published goes away with it. Needs permission to update.",
    ),
    IfNoneMatch: header("If-None-Match", { type: "string" }, "The ETag of a copy: 304 when it is still good."),
    IfMatch: header("If-Match", { type: "string" }, "The ETag of what was read: 412 when the record has changed since."),
    IdempotencyKey: header("Idempotency-Key", { type: "string" }, "The same key and body again give the first answer again, for 24 hours."),
    ...filterParameterComponents(),
  };
}

/** Names separated by commas. */
function names(name: string, items: readonly string[], description: string, most: number): ParameterObject {
  const schema = { type: "array", items: { type: "string", enum: items }, uniqueItems: true, minItems: 1, maxItems: most };
  return { ...query(name, schema, description), style: "form", explode: false };
}

function visible({ entity }: Subject): readonly Field[] {
  return [...entity.byName.values()].filter(({ hidden }) => !hidden);
}

const UNSORTABLE: ReadonlySet<string> = new Set(["json", "links", "choices"]);

function sortParameter(subject: Subject): ParameterObject {
  const sortable = visible(subject).filter((field) => !UNSORTABLE.has(kindOf(field)));
  const items = sortable.flatMap(({ name }) => [name, `-${name}`]);
  return names("sort", items, "The order; a leading `-` means descending. Without it the newest come first.", 5);
}

function resolveParameter(subject: Subject): readonly ParameterObject[] {
  const relations = visible(subject).filter(({ target }) => target !== null);
  if (relations.length === 0) return [];
  const properties = relations.map(({ name, target }) => [
    name,
    { type: "string", description: `Fields of \`${target}\`, separated by commas, or \`*\`.` },
  ]);
  const schema = { type: "object", properties: Object.fromEntries(properties), additionalProperties: { type: "string" } };
  const description =
    "Puts the related records in the place of their ids. Deeper ones by a dotted path, as `resolve[author.company]=name`.";
  return [{ ...query("resolve", schema, description), style: "deepObject", explode: true, example: {} }];
}

/** What the read of one record takes. */
export function readParameters(subject: Subject): Parameters {
  const { entity } = subject;
  const fields = visible(subject).map(({ name }) => name);
  const status = entity.versions ? ["_status"] : [];
  return [
    names("fields", [...fields, ...status], "Only these fields, and always the id.", 50),
    ...resolveParameter(subject),
    ...(entity.versions ? [parameterRef("Draft")] : []),
  ];
}

function localeParameters({ schema, entity }: Subject): Parameters {
  if (!entity.translatable) return [];
  return [
    query("locale", { type: "string", enum: schema.config.locales }, "Only records in this language; short for `filter[locale]`."),
    query("fallback", FLAG, "Each translation group once, in the asked language or else in the default one."),
  ];
}

/** What a list takes. */
export function listParameters(subject: Subject): Parameters {
  const paging = ["Limit", "Offset", "Cursor", "Count"].map(parameterRef);
  return [...paging, sortParameter(subject), ...readParameters(subject), ...localeParameters(subject), ...filterParameters(subject)];
}
