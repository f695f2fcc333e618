import { newId } from "@colophon/database";
import type { DraftContentRow, WriteData } from "@colophon/engine";
import type { Data } from "../hooks/hooks.ts";
import { parseStored } from "../writes/data.ts";
import { UPDATE_HOOKS, type WriteOperation, type WriteTools } from "../writes/operation.ts";
import { NOTHING, type Write, type WriteInput } from "../writes/write.ts";
import { storedVersion } from "./history.service.ts";
import { publish, type PublishInput } from "./publish.operations.ts";
import { versionedOf } from "./versioned.ts";

export interface RestoreInput extends WriteInput {
  readonly versionId: string;
  /** Published at once, instead of a draft. */
  readonly publish: boolean;
}

/** Makes a version's content the pending draft, or publishes it at once. */
export const restoreVersion: WriteOperation<RestoreInput, WriteData> = {
  ...UPDATE_HOOKS,
  kind: "update",
  action: "restore",
  permission: ["update"],
  entityOf: versionedOf,
  facts: () => ({ draft: true }),
  target: (write) => restoreVersion.plan(write, NOTHING),
  async prepare(write, tools) {
    const { call, entity, id, input } = write;
    const { content } = await storedVersion(tools.read, call, { name: entity.name, id, versionId: input.versionId });
    return tools.parse(write, { body: await restorable(write, tools, content), first: false, trusted: true });
  },
  plan: ({ call, entity, id, expected }, data) => call.engine.saveDraft(entity.name, id, { ...expected, data, rebase: true, newId }),
  followedBy({ entity, id, publish: isLive }) {
    const input: PublishInput = { entity, id: id ?? null, force: true };
    return isLive ? { operation: publish, input } : null;
  },
};

/** A version's content as data for a draft, without fields that the role may not write and without ids of deleted records. */
async function restorable(write: Write, tools: WriteTools, content: Data): Promise<Data> {
  const { call, entity } = write;
  const { exclude } = call.engine.require(entity.name, "update");
  const kept = await immutableNames(write, tools);
  const data = await parseStored(call, entity.name, content, { draft: true });
  const values = await withoutLostIds(write, tools, data);
  const written = entity.fields.filter(({ name }) => name in values && !exclude.has(name) && !kept.has(name));
  return Object.fromEntries(written.map(({ name }) => [name, values[name]]));
}

/** Immutable fields: an older version can't change them. */
async function immutableNames({ call, entity: { name, fields }, id }: Write, { read }: WriteTools): Promise<ReadonlySet<string>> {
  const immutable = fields.filter(({ definition }) => definition.immutable);
  if (immutable.length === 0) return new Set();
  const [row] = await read<DraftContentRow>(call, call.engine.draftContent(name, id));
  const content: Data = JSON.parse(row?.content ?? "{}");
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined);
  return new Set(immutable.filter((field) => isSet(content[field.name])).map((field) => field.name));
}

/** The values without references to deleted records, as with a relation that is set to null. */
async function withoutLostIds({ call, entity }: Write, { read }: WriteTools, { values, references }: WriteData): Promise<Data> {
  const question = call.engine.lost(entity.name, references);
  const lost = new Set(question ? (await read<{ id: string }>(call, question)).map(({ id }) => id) : []);
  const paths = references.filter(({ id }) => lost.has(id)).map(({ path }) => path);
  return paths.length === 0 ? values : withoutReferences(values, paths);
}

/** Values without the references at these paths (`author`, `readers.1`, `steps.0.author`): replaced by null, removed from lists. */
function withoutReferences(values: Data, paths: readonly string[]): Data {
  const lost = new Set(paths);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, without(value, name, lost)]));
}

function without(value: unknown, path: string, lost: ReadonlySet<string>): unknown {
  if (lost.has(path)) return null;
  if (Array.isArray(value)) {
    const kept = value.map((item, at) => ({ item, at: `${path}.${at}` })).filter(({ at }) => !lost.has(at));
    return kept.map(({ item, at }) => without(item, at, lost));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, without(member, `${path}.${name}`, lost)]));
}
