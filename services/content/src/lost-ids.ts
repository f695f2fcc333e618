import { entityOf, planLost, type Schema, type WriteData } from "@colophon/engine";
import type { Call } from "./calls.ts";
import type { Data } from "./hooks.ts";
import type { WriteRunner } from "./write-runner.ts";

export type WithoutLostIds = ReturnType<typeof createLostIds>;

/** Stored content may refer to records that are gone: as with a relation that is set to null, their ids go too. */
export function createLostIds({ schema, runner }: { schema: Schema; runner: WriteRunner }) {
  /** The relations among the values that must change, as they are without ids whose records are gone. */
  return async (call: Call, name: string, { values, references }: WriteData): Promise<Data> => {
    const own = references.filter(({ nested }) => !nested);
    const question = planLost(schema, call.actor, name, own);
    const lost = new Set(question ? (await runner.read<{ id: string }>(call, question)).map(({ id }) => id) : []);
    if (lost.size === 0) return {};
    const relations = entityOf(schema, name).fields.filter((field) => field.target !== null && field.name in values);
    return Object.fromEntries(relations.map((field) => [field.name, withoutLost(values[field.name], lost)]));
  };
}

function withoutLost(value: unknown, lost: ReadonlySet<string>): unknown {
  const isLost = (id: unknown) => typeof id === "string" && lost.has(id);
  if (Array.isArray(value)) return value.filter((id) => !isLost(id));
  return isLost(value) ? null : value;
}
