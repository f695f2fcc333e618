/** Examples: bodies that the service accepts unchanged, and the records of its answers. */
import { parseValue, sampleOf } from "@colophon/model";
import { automaticFields, startPass, type Entity, type Field } from "@colophon/engine";
import type { DescribedEntity } from "./contract.ts";

export const SAMPLE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const SAMPLE_TIME = "2026-01-31T12:00:00.000Z";

interface Sampled {
  readonly name: string;
  readonly value: unknown;
  /** Whether it can be sent repeatedly: nothing unique, no id of another record, no rule that only the project knows. */
  readonly sendable: boolean;
}

/** A value that the field accepts, or null if none could be generated (for a pattern, say). */
function sampled(field: Field, isUnique: boolean): Sampled | null {
  const { name, definition } = field;
  const value = sampleOf(definition);
  const pass = startPass({ draft: false, makeKey: () => "key" });
  parseValue(pass, definition, value, { path: name, nested: false });
  if (pass.problems.length > 0) return null;
  return { name, value, sendable: pass.references.length === 0 && pass.checks.length === 0 && !isUnique };
}

function samplesOf(fields: readonly Field[], { uniqueTogether }: Entity): ReadonlyMap<Field, Sampled | null> {
  const together = new Set(uniqueTogether.flat().map(({ name }) => name));
  return new Map(fields.map((field) => [field, sampled(field, field.unique || together.has(field.name))]));
}

function toObject(samples: Iterable<Sampled>): Record<string, unknown> {
  return Object.fromEntries([...samples].map(({ name, value }) => [name, value]));
}

/** A role for a user: one for people who sign in. */
function sampleRole({ schema }: DescribedEntity): string | undefined {
  return [...schema.roles.values()].find((role) => !role.public)?.name;
}

/** A body for a create, or undefined if a required field's value can't be generated. */
export function createSample(described: DescribedEntity): Record<string, unknown> | undefined {
  const fields = described.creates ?? [];
  const needed = fields.filter((field) => field.definition.required && field.definition.default === undefined);
  const samples = samplesOf(fields, described.entity);
  if (needed.some((field) => !samples.get(field))) return undefined;
  const chosen = [...samples].flatMap(([field, sample]) => (sample && (sample.sendable || needed.includes(field)) ? [sample] : []));
  return { ...toObject(chosen), ...(described.entity.name === "_user" && { role: sampleRole(described) }) };
}

/** A body for an update: a field or two. */
export function updateSample({ updates, entity }: DescribedEntity): Record<string, unknown> {
  const isSendable = ({ name, definition }: Field) => !definition.immutable && !(entity.name === "_user" && name === "role");
  const sendable = [...samplesOf(updates ?? [], entity)].flatMap(([field, sample]) =>
    sample?.sendable && isSendable(field) ? [sample] : [],
  );
  return toObject(sendable.slice(0, 2));
}

/** A record in an answer. */
export function recordSample({ entity, reads, views }: DescribedEntity, locale: string): Record<string, unknown> {
  const times = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, publishedAt: SAMPLE_TIME };
  const automatic = {
    id: SAMPLE_ID,
    _type: entity.name,
    ...times,
    locale,
    translationGroup: SAMPLE_ID,
    _createdBy: null,
    _updatedBy: null,
  };
  const shown = reads ?? automaticFields(entity);
  const empty = ({ storage }: Field) => (storage.kind === "junction" ? [] : null);
  const isBlank = ({ target }: Field) => target !== null && !views.get(target)?.reads;
  const samples = samplesOf(
    shown.filter((field) => !field.automatic && !isBlank(field)),
    entity,
  );
  const fields = shown.map((field) => {
    const known: Readonly<Record<string, unknown>> = automatic;
    return [field.name, field.automatic ? known[field.name] : (samples.get(field)?.value ?? empty(field))];
  });
  return { ...Object.fromEntries(fields), ...(reads && entity.versions && { _status: "published" }) };
}
