/** References of a write to records that don't exist. A foreign key names the first of them; the answer names all. */
import { RECORD_MISSING } from "@colophon/database";
import type { PrincipalEngine, WriteData } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import type { Statements } from "./statements.ts";
import type { Write } from "./write.ts";

interface Dependencies {
  /** Sees all records. */
  readonly system: Pick<PrincipalEngine, "lost">;
  readonly statements: Pick<Statements, "read">;
}

export function createLostReferences({ system, statements }: Dependencies) {
  /** What was to be written, by the error that prevented it. */
  const contents = new WeakMap<AppError, unknown>();

  return {
    /** For `named`, which can ask the database only when the transaction has ended. */
    remember(error: unknown, content: unknown): void {
      if (isOfForeignKey(error)) contents.set(error, content);
    },

    /** @returns the error to answer with: the same one unless it is that of a foreign key, and there are more such references */
    async named(error: unknown, { call, entity }: Pick<Write, "call" | "entity">): Promise<unknown> {
      const references = isOfForeignKey(error) ? referencesIn(contents.get(error)) : [];
      if (references.length < 2) return error;
      const plan = system.lost(entity.name, references);
      const rows = plan ? await statements.read<{ id: string }>(call, plan).catch(() => []) : []; // inside a failed transaction
      const lost = new Set(rows.map(({ id }) => id));
      const details = references.flatMap(({ id, path }) => (lost.has(id) ? [{ field: path, message: RECORD_MISSING }] : []));
      return details.length > 1 ? invalid(call.engine.maskDetails(entity.name, details)) : error;
    },
  };
}

function isOfForeignKey(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "VALIDATION_ERROR" && error.details?.[0]?.message === RECORD_MISSING;
}

function referencesIn(content: unknown): WriteData["references"] {
  const { references } = (content ?? {}) as Partial<WriteData>;
  return Array.isArray(references) ? references : [];
}
