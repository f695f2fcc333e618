import { isDeepStrictEqual } from "node:util";
import { recordLock, type Database } from "@colophon/database";
import {
  entityOf,
  GLOBAL_GROUP,
  isLocalized,
  type PrincipalEngine,
  type ReplayRow,
  type SharedRow,
  type WriteData,
} from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Data } from "../hooks/hooks.ts";
import type { Answer } from "../http/answers.ts";
import { actingAs, type Call } from "../http/calls.ts";
import type { Statements, Written } from "./statements.ts";
import type { Write } from "./write.ts";
import type { WriteOperation } from "./operation.ts";
import { updateRecord, type SaveInput } from "./record.operations.ts";

/** A translation gets the shared values of another one: the writer's permission is checked for the fields, and for this record. */
export const followShared: WriteOperation<SaveInput, WriteData> = {
  ...updateRecord,
  entityOf,
  async prepare(write, { parse }) {
    const { body } = write.input;
    const data = await parse(write, { body, first: false, trusted: true, stored: Object.keys(body) });
    const shared = new Set(write.entity.fields.flatMap(({ name, shared }) => (shared ? [name] : [])));
    const own = Object.entries(data.values).filter(([name]) => !shared.has(name)); // hooks can't make a shared value another one
    return { ...data, values: { ...Object.fromEntries(own), ...body } };
  },
};

export interface SharingDependencies {
  readonly system: PrincipalEngine;
  readonly database: Database;
  readonly statements: Statements;
}

type Follow = (call: Call, input: SaveInput) => Promise<Pick<Answer, "version">>;

/** Keeps the fields that translations share equal in all of them. */
export function createSharing({ system, database, statements }: SharingDependencies) {
  /** A record and all its translations, without a permission check; live ones first. */
  async function rowsOf(call: Call, entity: string, id: string): Promise<readonly SharedRow[]> {
    const plan = system.shared(entity, { id });
    return plan ? statements.read<SharedRow>(actingAs(call, system), plan) : [];
  }

  /** Serializes writes of one group's shared fields, so that they can't deadlock. */
  async function lock({ call, entity, id }: Write): Promise<void> {
    const [first] = id === null || isLocalized(entity) ? [] : await rowsOf(call, entity.name, id);
    const group = isLocalized(entity) ? GLOBAL_GROUP : first?.translationGroup;
    if (group) await database.run({ text: recordLock(`${entity.name} group`, group) });
  }

  return {
    lock,

    /** Writes the live values to each translation that has other ones. @throws FORBIDDEN if the caller may not change one */
    async follow({ call, entity }: Write, { id }: Written, run: Follow): Promise<void> {
      const rows = await rowsOf(call, entity.name, id);
      const own = rows.find((row) => row.id === id);
      if (!own?.isLive) return;
      const others = rows.flatMap((row) => {
        const body = row.id === id ? null : changedValues(own, row);
        return body ? [{ row, body }] : [];
      });
      for (const { row, body } of others.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1)))
        await run(call, { entity: entity.name, id: row.id, body, draft: !row.isLive }).catch(toForbidden);
    },

    /**
     * Gives a record that was restored into its group the group's shared values, independently of the caller's permissions.
     * @returns the record after that
     */
    async rejoin(write: Write, written: Written, run: Follow): Promise<Written> {
      const { call, entity } = write;
      await lock(write);
      const rows = await rowsOf(call, entity.name, written.id);
      const own = rows.find(({ id }) => id === written.id);
      const other = rows.find(({ id, isLive }) => id !== written.id && (isLive || !own?.isLive));
      const body = own && other ? changedValues(other, own) : null;
      if (!own || !body) return written;
      const input = { entity: entity.name, id: own.id, body, draft: !own.isLive };
      const { version } = await run(actingAs(call, system), input);
      const plan = call.engine.replay(entity.name, own.id, JSON.parse(written.data));
      const [row] = await statements.read<ReplayRow>(call, plan);
      return row && version !== null ? { ...written, id: own.id, version, data: row.data } : written;
    },
  };
}

/**
 * The shared values of one row that another has differently; null if there are none. Values that are equal are not written again: they may
 * have been stored under rules that have changed since.
 */
function changedValues(from: SharedRow, to: SharedRow): Data | null {
  const stored: Data = JSON.parse(to.content);
  const changed = Object.entries(JSON.parse(from.content) as Data).filter(([name, value]) => !isDeepStrictEqual(value, stored[name]));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** A translation that the caller can't read also prevents the write. */
function toForbidden(error: unknown): never {
  throw error instanceof AppError && error.code === "NOT_FOUND" ? new AppError("FORBIDDEN", undefined, { cause: error }) : error;
}

export type Sharing = ReturnType<typeof createSharing>;
