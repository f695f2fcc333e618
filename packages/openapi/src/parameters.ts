/** Query, path and header parameters. */
import { MAX_NAMED_FIELDS, MAX_SORTED_FIELDS, type JsonSchema } from "@colophon/model";
import { COUNT, CURSOR, header, IDEMPOTENCY_KEY, IF_NONE_MATCH, LIMIT, OFFSET, pathId, query, SOUGHT_TEXT, TAGS } from "@colophon/api";
import {
  DELETED_AT,
  isLocalized,
  isOwner,
  kindOf,
  leadsToTranslations,
  markdownTargetOf,
  nestedReferences,
  searchedIn,
  STATUS,
  type Field,
} from "@colophon/engine";
import type { Audience, ParameterObject, Reference, DescribedEntity } from "./contract.ts";
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
    Text: query("q", SOUGHT_TEXT, "Only records with this text in a searchable field that you may read. Case and accents are ignored."),
    Fallback: flag(
      "fallback",
      "Returns each translation group once, in `locale` or else in the default locale. Needs `locale`. `false` also keeps references from using the default locale.",
    ),
    ReferenceFallback: query(
      "fallback",
      { type: "boolean", default: true },
      "Whether references to translatable records use the default locale if there is no readable record in the other ones. `true` needs `locale`.",
    ),
    Draft: query("draft", FLAG, "Shows pending drafts and records that were never published."),
    Can: query("can", FLAG, "Adds `_can`: the operations that you may do with the record."),
    Preview: query(
      "preview",
      { type: "string", pattern: "^[A-Za-z0-9_-]{43}$" },
      "The token of a preview link. The answer contains the draft of its record, with the row filters of the user who created the link. Not together with `draft`. An expired or revoked token is 401.",
    ),
    SaveDraft: query("draft", FLAG, "Saves a draft instead of the live version. Required fields may be missing in a draft."),
    Autosave: query(
      "autosave",
      FLAG,
      "Only with `draft`. Saves of one session within 10 minutes are one version, unless somebody else saves or publishes in between.",
    ),
    BulkDraft: query("draft", FLAG, "For `create` and `update`: saves drafts instead of the live versions."),
    DropDraft: query("draft", FLAG, "Discards the draft instead. A record that was never published is deleted."),
    Trashed: query(
      "trashed",
      FLAG,
      "Shows the records in the trash that you may delete, instead of the live records. Their field `_deletedAt`, the time of the deletion, is included if `fields` names it. Not together with `draft`.",
    ),
    Permanent: query("permanent", FLAG, "Deletes the record permanently, even if it is not in the trash."),
    IfNoneMatch: IF_NONE_MATCH,
    IfMatch: header("If-Match", TAGS, "The ETag of the last read. If the record has changed since then, the answer is 412."),
    IfDraftMatch: header(
      "If-Match",
      TAGS,
      "The ETag of the last read with `draft=true`. If the draft has changed since then, the answer is 412.",
    ),
    IdempotencyKey: header(
      "Idempotency-Key",
      { type: "string", pattern: IDEMPOTENCY_KEY.source },
      "For 24 hours, a request with the same key and body returns the first answer. With another body, it is refused.",
    ),
  };
}

/** Fields of related records that lists can be sorted by. */
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

function hasTrash({ entity, deletes }: DescribedEntity): boolean {
  return deletes && entity.trash !== false;
}

const UNSORTABLE: ReadonlySet<string> = new Set(["json", "links", "choices"]);

function sortParameter(described: DescribedEntity): ParameterObject {
  const reads = described.reads ?? [];
  const own = sortableAmong(described, reads).map(({ name }) => name);
  const names = [
    ...own,
    ...relatedNames(described, reads),
    ...(described.drafts ? [STATUS.name] : []),
    ...(hasTrash(described) ? [DELETED_AT.name] : []),
  ];
  const pattern = namesPattern(
    names.flatMap((name) => [name, `-${name}`]),
    MAX_SORTED_FIELDS,
  );
  const description =
    "At most five different fields, separated by commas. A leading `-` means descending. By default, the newest records come first. A field can follow up to three relations to one (`author.name`); values that you can't read sort as null, last. `_status` needs `draft=true`, and `_deletedAt` needs `trashed=true`.";
  return query("sort", { type: "string", pattern }, description);
}

const RESOLVED_STEPS = 2;
/** What a reference to a translatable entity means. */
const GROUPED =
  " Of its translations, this is the first one that you can read in `locale`, in the language of the referring record or in the default locale, else the one with the id.";

function fieldNames(fields: readonly Field[], versions: boolean): readonly string[] {
  return [...fields.map(({ name }) => name), ...(versions ? [STATUS.name] : [])];
}

/** A parameter for each reference that can be followed. */
function resolveParameters(audience: Audience, fields: readonly Field[], before: readonly string[] = []): readonly ParameterObject[] {
  const references = fields.flatMap(({ name, target, definition }) => [
    { path: name, target },
    ...nestedReferences(definition).filter((reference) => markdownTargetOf(reference) === null),
  ]);
  return references.flatMap(({ path, target: to }) => {
    const target = audience.views.get(String(to));
    if (to === null || !target?.reads) return [];
    const steps = [...before, path];
    const names = namesPattern(fieldNames(target.reads, target.entity.versions !== false), MAX_NAMED_FIELDS).slice(1, -1);
    const schema = { type: "string", pattern: `^(?:\\*|${names})$` };
    const description = `Replaces the id by the \`${to}\`, with these fields or with all fields (\`*\`).${target.entity.translatable ? GROUPED : ""}`;
    const deeper = steps.length < RESOLVED_STEPS ? resolveParameters(audience, target.reads, steps) : [];
    return [query(`resolve[${steps.join(".")}]`, schema, description), ...deeper];
  });
}

function reverseParameters({ reverses, views }: DescribedEntity): readonly ParameterObject[] {
  return reverses.flatMap(({ definition: { name }, from }) => {
    const names = namesPattern(fieldNames(views.get(from.name)?.reads ?? [], from.versions !== false), MAX_NAMED_FIELDS).slice(1, -1);
    return [
      query(
        `resolve[${name}]`,
        { type: "string", pattern: `^(?:\\*|${names})$` },
        `Adds the newest 25 \`${from.name}\` that refer to the record, with these fields or with all fields (\`*\`).`,
      ),
      query(
        `resolve[${name}.$count]`,
        { type: "boolean", enum: [true] },
        `Adds the number of \`${from.name}\` that refer to the record, as \`_count\`.`,
      ),
    ];
  });
}

/** The parameters of reading one record. */
export function readParameters(described: DescribedEntity): Parameters {
  const { entity, reads, drafts } = described;
  const names = [...fieldNames(reads ?? [], entity.versions !== false), ...(hasTrash(described) ? [DELETED_AT.name] : [])];
  const pattern = namesPattern(names, MAX_NAMED_FIELDS);
  return [
    query("fields", { type: "string", pattern }, "Only these fields, separated by commas, without duplicates. The id is always included."),
    ...resolveParameters(described, reads ?? []),
    ...reverseParameters(described),
    ...(drafts ? [parameterRef("Draft")] : []),
    ...(entity.versions ? [parameterRef("Preview")] : []),
    ...(hasTrash(described) ? [parameterRef("Trashed")] : []),
    parameterRef("Can"),
  ];
}

/** Rich text in another form, for reads of single records. */
export function renderParameters({ reads }: DescribedEntity): Parameters {
  const texts = (reads ?? []).filter(({ definition }) => definition.type === "richtext" && definition.format !== "blocks");
  const form = { type: "string", enum: ["html", "markdown", "text"] };
  return texts.map(({ name }) => query(`render[${name}]`, form, "Returns the text in this form. Images have URLs only with `resolve`."));
}

function usesLocale({ schema, entity }: DescribedEntity): boolean {
  return entity.translatable || leadsToTranslations(schema, entity);
}

/** The language of references, for reads of single records. */
export function referenceParameters(described: DescribedEntity): Parameters {
  const { schema, entity } = described;
  if (!usesLocale(described)) return [];
  const locale = { type: "string", enum: schema.config.locales };
  const asked = query("locale", locale, "The language that references to translatable records use first.");
  return [...(isLocalized(entity) ? [] : [asked]), parameterRef("ReferenceFallback")];
}

function localeParameters(described: DescribedEntity): Parameters {
  const { schema, entity } = described;
  if (!entity.translatable) return referenceParameters(described);
  const locale = { type: "string", enum: schema.config.locales };
  const description = "Only records in this language; short for `filter[locale]`. References to translatable records use it first.";
  return [query("locale", locale, description), parameterRef("Fallback")];
}

/** The parameters of a list. */
export function listParameters(described: DescribedEntity): Parameters {
  const paging = ["Limit", "Offset", "Cursor", "Count"].map(parameterRef);
  const text = (described.reads ?? []).some((field) => searchedIn(field, ({ hidden }) => hidden === true).length > 0)
    ? [parameterRef("Text")]
    : [];
  return [
    ...paging,
    ...text,
    sortParameter(described),
    ...readParameters(described),
    ...localeParameters(described),
    ...filterParameters(described),
  ];
}
