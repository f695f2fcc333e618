import { startGuard } from "./guard.ts";
import type { Output } from "../output.ts";
import type { Program } from "./spawn-program.ts";
import { StartError } from "../settings.ts";
import { supervise, type Supervised } from "./supervise.ts";

/** The processes of one stack, started one by one and stopped together, in rounds. */
export interface ProcessGroup {
  /** Starts a program and waits until it is ready. */
  run(program: Program, stopRound: number): Promise<void>;
  /** @throws if a process failed to start, or the start was cancelled. */
  requireGoing(): void;
  /** From now on, processes that exit are restarted. */
  settle(): void;
  members(): readonly { readonly name: string; readonly pid: number | null }[];
  /** Restarts the processes of the rounds before this one: stops them one round after the other, then starts them. */
  restartBefore(round: number): Promise<void>;
  /** Stops the processes, one round after the other; a second call waits for the same stop. */
  stop(): Promise<void>;
}

/** Without processes at first. `signal` cancels a start. */
export function createProcessGroup(output: Output, signal: AbortSignal | undefined): ProcessGroup {
  const guard = startGuard();
  const members: { readonly process: Supervised; readonly stopRound: number }[] = [];
  let settled = false;
  let failed: string | null = null;
  let stopped: Promise<void> | null = null;

  function requireGoing(): void {
    if (failed !== null) throw new StartError(`${failed} could not start. See its output above.`);
    signal?.throwIfAborted();
  }

  type Member = (typeof members)[number];

  async function inRounds(affected: readonly Member[], action: (process: Supervised) => Promise<void>): Promise<void> {
    for (const round of [...new Set(affected.map(({ stopRound }) => stopRound))].toSorted((a, b) => a - b)) {
      await Promise.all(affected.filter(({ stopRound }) => stopRound === round).map(({ process }) => action(process)));
    }
  }

  async function stopAll(): Promise<void> {
    await inRounds(members, (process) => process.stop());
    guard.close();
  }

  const watchers = { output, guard, isUp: () => settled, onFailedStart: (name: string) => void (failed ??= name) };
  return {
    async run(program, stopRound) {
      requireGoing();
      const process = supervise(program, watchers);
      members.push({ process, stopRound });
      await process.ready;
      requireGoing();
    },
    requireGoing,
    settle: () => void (settled = true),
    members: () => members.map(({ process }) => ({ name: process.name, pid: process.pid() })),
    async restartBefore(limit) {
      const affected = members.filter(({ stopRound }) => stopRound < limit);
      await inRounds(affected, (process) => process.pause());
      for (const { process } of affected) process.resume();
    },
    stop: () => (stopped ??= stopAll()),
  };
}
