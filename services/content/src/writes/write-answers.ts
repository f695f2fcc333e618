import type { Database } from "@colophon/database";
import { isRowKey } from "@colophon/engine";
import type { Hooks } from "../hooks/hooks.ts";
import { dataBody, type Answer } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import type { WriteOperation } from "./operation.ts";
import type { Written } from "./statements.ts";
import type { Targets } from "./targets.ts";
import type { Write } from "./write.ts";

export interface WriteAnswersDependencies {
  readonly database: Database;
  readonly hooks: Hooks;
  readonly reads: Reads;
  readonly targets: Targets;
}

/** The steps after a successful write: its after-hooks and its answer. */
export function createWriteAnswers({ database, hooks, reads, targets }: WriteAnswersDependencies) {
  const isFollowed = ({ after }: WriteOperation, call: Call, name: string) => after !== null && hooks.wants(call, name, after);

  /** Runs the after-hooks as soon as the write is committed. */
  async function follow(operation: WriteOperation, { call, entity, facts }: Write, written: Written): Promise<void> {
    const { after } = operation;
    const isRemoved = operation.removesRecord?.(written) ?? false;
    if (after === null || !isFollowed(operation, call, entity.name)) return;
    const id = isRowKey(entity, written.id) ? written.id : null;
    const record = isRemoved ? null : await targets.read(call, entity, id, facts.draft);
    const { existing: _, data: __, ...known } = facts; // the previous record, and the sent data, are for before-hooks
    await database.afterCommit(() => hooks.after(after, call, { ...known, id: written.id, ...(record && { record }) }));
  }

  return {
    /** Whether after-hooks would run. */
    isFollowed,
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
