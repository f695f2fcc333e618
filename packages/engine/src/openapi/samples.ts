/** Examples: bodies that the service takes as they are, and the records that it would answer. */
import { parseValue, startPass } from "../write/parse-fields.ts";
import { sampleOf } from "../field-types/index.ts";
import type { Entity, Field } from "../types.ts";

const SAMPLE_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const SAMPLE_TIME = "2026-01-31T12:00:00.000Z";

interface Sampled {
  readonly name: string;
  readonly value: unknown;
  /** Whether it can be sent again and again: nothing unique, no id of another record, no rule that only the project knows. */
  readonly sendable: boolean;
}

/** A value that the field takes, or null where none could be thought of (a pattern, say). */
function sampled(field: Field): Sampled | null {
  const { name, definition } = field;
  const value = sampleOf(definition);
  const pass = startPass({ draft: false, makeKey: () => "key" });
  parseValue(pass, definition, value, { path: name, nested: false });
  if (pass.problems.length > 0) return null;
  return { name, value, sendable: pass.references.length === 0 && pass.checks.length === 0 && !field.unique };
}

function samplesOf(entity: Entity): ReadonlyMap<Field, Sampled | null> {
  return new Map(entity.fields.filter(({ hidden }) => !hidden).map((field) => [field, sampled(field)]));
}

function toObject(samples: Iterable<Sampled>): Record<string, unknown> {
  return Object.fromEntries([...samples].map(({ name, value }) => [name, value]));
}

/** A body for a create, or undefined where a required field's value can't be guessed. */
export function createSample(entity: Entity): Record<string, unknown> | undefined {
  const needed = entity.fields.filter((field) => field.required && field.definition.default === undefined);
  const samples = samplesOf(entity);
  if (needed.some((field) => !samples.get(field))) return undefined;
  const chosen = [...samples].flatMap(([field, sample]) => (sample && (sample.sendable || needed.includes(field)) ? [sample] : []));
  return toObject(chosen);
}

/** A body for an update: a field or two. */
export function updateSample(entity: Entity): Record<string, unknown> {
  const sendable = [...samplesOf(entity)].flatMap(([field, sample]) => (sample?.sendable && !field.definition.immutable ? [sample] : []));
  return toObject(sendable.slice(0, 2));
}

/** A record as an answer has it. */
export function recordSample(entity: Entity, locale: string): Record<string, unknown> {
  const times = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, publishedAt: SAMPLE_TIME };
  const translated = entity.translatable ? { locale, translationGroup: SAMPLE_ID } : {};
  const empty = ({ storage }: Field) => (storage.kind === "junction" ? [] : null);
  const fields = [...samplesOf(entity)].map(([field, sample]) => [field.name, sample ? sample.value : empty(field)]);
  const status = entity.versions ? { _status: "published" } : {};
  return { id: SAMPLE_ID, _type: entity.name, ...times, ...translated, ...Object.fromEntries(fields), ...status };
}
