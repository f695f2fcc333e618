import type { CursorPageRow, SchedulePosition } from "@colophon/engine";
import type { Call } from "../http/calls.ts";
import type { Cursors } from "../reads/cursors.ts";
import { cursorPage } from "../reads/cursor-page.ts";
import type { Statements } from "../writes/statements.ts";

export interface PlannedDependencies {
  readonly statements: Pick<Statements, "read">;
  readonly cursors: Cursors;
}

export type Planned = ReturnType<typeof createPlanned>;

/** The schedules of all records whose drafts a caller may read. */
export function createPlanned({ statements, cursors }: PlannedDependencies) {
  return {
    /** One page of them, by time. @throws VALIDATION_ERROR */
    async list(call: Call, search: string): Promise<string> {
      const { input, bodyOf } = cursorPage<SchedulePosition>(cursors, "schedules", search);
      const [row] = await statements.read<CursorPageRow>(call, call.engine.schedules(input));
      if (!row) throw new Error("the list of schedules gave no page");
      return bodyOf(row);
    },
  };
}
