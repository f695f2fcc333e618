/** Query, path and header parameters. */
import { COUNT, CURSOR, header, IF_NONE_MATCH, LIMIT, OFFSET, pathId, query, SOUGHT_TEXT, TAGS } from "@colophon/api";
import { isOwner, kindOf, nestedReferences, searchedIn, STATUS, type Field, type JsonSchema } from "@colophon/engine";
import type { Audience, ParameterObject, Reference, Subject } from "./contract.ts";
import { parameterRef } from "./contract.ts";
import { comparable, filterParameters, namesPattern } from "./filters.ts";

type Parameters = readonly (ParameterObject | Reference)[];

const FLAG: JsonSchema = { type: "boolean", default: false };
/** A query parameter that is true or false. */
export function flag(name: string, description: string): ParameterObject {
  return query(name, FLAG, description);
}

/** Parameters that many operations share. */
export function parameterComponents(): Record<string, ParameterObject> {
  return {
    Id: pathId("id", "The record's id."),
    VersionId: pathId("versionId", "The version's id."),
    Limit: LIMIT,
    Offset: OFFSET,
    Cursor: CURSOR,
    Count: COUNT,
    Text: query(
      "q",
      SOUGHT_TEXT,
      "Only records of which a searchable field that you may read holds this text; case and accents don't matter.",
    ),
    Fallback: flag("fallback", "Each translation group once, in the language of `locale` or else in the default one. Needs `locale`."),
    Draft: query("draft", FLAG, "Shows pending drafts and records that were never published."),
    Can: query("can", FLAG, "Adds `_can`: what you may do with the record."),
    Preview: query(
      "preview",
      { type: "string", pattern: "^[A-Za-z0-9_-]{43}$" },
      "The token of a preview: its record is shown with its draft, as whoever made it may read it. Not together with `draft`; one that has ended is 401.",
    ),
    SaveDraft: query("draft", FLAG, "Saves a draft instead of what is live. A draft may lack required fields."),
    BulkDraft: query("draft", FLAG, "Of an update: saves drafts instead of what is live."),
    DropDraft: query("draft", FLAG, "Discards the draft instead; a record that was never published goes away with it."),
    Trashed: query("trashed", FLAG, "Shows what lies in the trash instead, of what you may delete. Not together with `draft`."),
    Permanent: query("permanent", FLAG, "Deletes for good, be the record in the trash or not."),
    IfNoneMatch: IF_NONE_MATCH,
    IfMatch: header("If-Match", TAGS, "The ETag of what was read: 412 when the record has changed since."),
    IfDraftMatch: header("If-Match", TAGS, "The ETag of what was read with `draft=true`: 412 when the draft has changed since."),
    IdempotencyKey: header(
      "Idempotency-Key",
      { type: "string", pattern: "^[!-~]{1,255}$" },
      "The same key and body again give the first answer again, for 24 hours; with another body it is refused.",
    ),
  };
}

/** Fields of related records that lists are sorted by. */
function relatedNames(audience: Audience, fields: readonly Field[]): readonly string[] {
  const toOne = fields.filter(({ target, storage }) => target !== null && storage.kind === "column");
  return toOne.flatMap(({ name, target }) => {
    const reads = audience.views.get(String(target))?.reads ?? [];
    return sortableAmong(audience, reads).map((field) => `${name}.${field.name}`);
  });
}

function sortableAmong(audience: Audience, fields: readonly Field[]): readonly Field[] {
  return comparable(audience, fields).filter((field) => !UNSORTABLE.has(kindOf(field)) && !isOwner(field));
}

const UNSORTABLE: ReadonlySet<string> = new Set(["json", "links", "choices"]);

function sortParameter(subject: Subject): ParameterObject {
  const reads = subject.reads ?? [];
  const own = sortableAmong(subject, reads).map(({ name }) => name);
  const names = [...own, ...relatedNames(subject, reads), ...(subject.drafts ? [STATUS.name] : [])];
  const pattern = namesPattern(
    names.flatMap((name) => [name, `-${name}`]),
    5,
  );
  const description =
    "At most five fields separated by commas, none of them twice; a leading `-` means descending. Without it the newest come first. Up to three relations to one may be followed (`author.name`): what you can't read there sorts as null, last. `_status` needs `draft=true`.";
  return query("sort", { type: "string", pattern }, description);
}

const MAX_FIELDS = 50;
const RESOLVED_STEPS = 2;

function fieldNames(fields: readonly Field[], versions: boolean): readonly string[] {
  return [...fields.map(({ name }) => name), ...(versions ? ["_status"] : [])];
}

/** A parameter for each reference that can be followed. */
function resolveParameters(audience: Audience, fields: readonly Field[], before: readonly string[] = []): readonly ParameterObject[] {
  const references = fields.flatMap(({ name, target, definition }) => [{ path: name, target }, ...nestedReferences(definition)]);
  return references.flatMap(({ path, target: to }) => {
    const target = audience.views.get(String(to));
    if (to === null || !target?.reads) return [];
    const steps = [...before, path];
    const names = namesPattern(fieldNames(target.reads, target.entity.versions !== false), MAX_FIELDS).slice(1, -1);
    const schema = { type: "string", pattern: `^(?:\\*|${names})$` };
    const description = `Puts the \`${to}\` in the place of its id, with these fields or with all (\`*\`).`;
    const deeper = steps.length < RESOLVED_STEPS ? resolveParameters(audience, target.reads, steps) : [];
    return [query(`resolve[${steps.join(".")}]`, schema, description), ...deeper];
  });
}

function reverseParameters({ reverses, views }: Subject): readonly ParameterObject[] {
  return reverses.flatMap(({ definition: { name }, from }) => {
    const names = namesPattern(fieldNames(views.get(from.name)?.reads ?? [], from.versions !== false), MAX_FIELDS).slice(1, -1);
    return [
      query(
        `resolve[${name}]`,
        { type: "string", pattern: `^(?:\\*|${names})$` },
        `Adds the newest 25 \`${from.name}\` that refer to the record, with these fields or with all (\`*\`).`,
      ),
      query(
        `resolve[${name}.$count]`,
        { type: "boolean", enum: [true] },
        `Adds how many \`${from.name}\` refer to the record, as \`_count\`.`,
      ),
    ];
  });
}

/** What the read of one record takes. */
export function readParameters(subject: Subject): Parameters {
  const { entity, reads, drafts, deletes } = subject;
  const pattern = namesPattern(fieldNames(reads ?? [], entity.versions !== false), MAX_FIELDS);
  return [
    query("fields", { type: "string", pattern }, "Only these fields, separated by commas, none of them twice; the id always."),
    ...resolveParameters(subject, reads ?? []),
    ...reverseParameters(subject),
    ...(drafts ? [parameterRef("Draft")] : []),
    ...(entity.versions ? [parameterRef("Preview")] : []),
    ...(deletes && entity.trash ? [parameterRef("Trashed")] : []),
    parameterRef("Can"),
  ];
}

function localeParameters({ schema, entity }: Subject): Parameters {
  if (!entity.translatable) return [];
  const locale = { type: "string", enum: schema.config.locales };
  return [query("locale", locale, "Only records in this language; short for `filter[locale]`."), parameterRef("Fallback")];
}

/** What a list takes. */
export function listParameters(subject: Subject): Parameters {
  const paging = ["Limit", "Offset", "Cursor", "Count"].map(parameterRef);
  const text = (subject.reads ?? []).some((field) => searchedIn(field, ({ hidden }) => hidden === true).length > 0)
    ? [parameterRef("Text")]
    : [];
  return [
    ...paging,
    ...text,
    sortParameter(subject),
    ...readParameters(subject),
    ...localeParameters(subject),
    ...filterParameters(subject),
  ];
}
