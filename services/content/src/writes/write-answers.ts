import type { Database } from "@colophon/database";
import type { Data, Hooks } from "../hooks/hooks.ts";
import { dataBody, type Answer } from "../http/answers.ts";
import type { Reads } from "../reads/reads.service.ts";
import type { WriteOperation } from "./operation.ts";
import type { Written } from "./statements.ts";
import type { Write } from "./write.ts";

export interface WriteAnswersDependencies {
  readonly database: Database;
  readonly hooks: Hooks;
  readonly reads: Reads;
}

/** The steps after a successful write: its after-hooks and its answer. */
export function createWriteAnswers({ database, hooks, reads }: WriteAnswersDependencies) {
  /** Runs the after-hooks as soon as the write is committed. */
  async function follow({ after }: WriteOperation, { call, isFollowed, facts }: Write, written: Written): Promise<void> {
    if (after === null || !isFollowed) return;
    const record: Data | null = written.record === null ? null : JSON.parse(written.record);
    const { existing: _, data: __, ...known } = facts; // the previous record, and the sent data, are for before-hooks
    await database.afterCommit(() => hooks.after(after, call, { ...known, id: written.id, ...(record && { record }) }));
  }

  return {
    follow,

    async answerTo(operation: WriteOperation, write: Write, written: Written): Promise<Answer> {
      const { call, entity, facts } = write;
      const isRemoved = operation.removesRecord?.(written) ?? false;
      await follow(operation, write, written);
      const data = isRemoved ? written.data : await reads.afterRead(call, entity.name, facts.draft, written.data);
      const status = operation.kind === "create" ? 201 : 200;
      return { status, body: dataBody(data), id: written.id, version: isRemoved ? null : written.version };
    },
  };
}
