import type { ChildProcess } from "node:child_process";
import type { Guard } from "./guard.ts";
import { eachLine } from "../output.ts";
import type { Output } from "../output.ts";
import { watchHeartbeat, type HeartbeatLimits } from "./heartbeat.ts";
import { spawnProgram } from "./spawn-program.ts";
import type { Program } from "./spawn-program.ts";

const READY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 15_000;
const CALM_MS = 30_000;
const TAIL_LINES = 30;

/** A process that is restarted when it exits. */
export interface Supervised {
  readonly name: string;
  /** Settles when it has been ready for the first time, or has failed. */
  readonly ready: Promise<void>;
  /** Its process id; null between two runs. */
  pid(): number | null;
  /** Stops it until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  /** Stops it for good: with its signal, after 15 s with SIGKILL. */
  stop(): Promise<void>;
}

export interface Watchers {
  readonly output: Output;
  readonly guard: Guard;
  /** False while the stack starts: then an exit is a failed start, and nothing is restarted. */
  readonly isUp: () => boolean;
  readonly onFailedStart: (name: string) => void;
  readonly heartbeat?: HeartbeatLimits;
}

/** The delay before the next restart: 0.5 s, 1 s, 2 s … at most 10 s. */
export function restartDelayMs(deaths: number): number {
  return Math.min(10_000, 500 * 2 ** (deaths - 1));
}

/** Starts a program, and restarts it whenever it exits, or hangs. */
export function supervise(program: Program, watchers: Watchers): Supervised {
  const { output, guard, isUp, onFailedStart, heartbeat } = watchers;
  const { name, stopSignal = "SIGTERM", stopLimitMs = STOP_LIMIT_MS } = program;
  let life: Life | null = null;
  let stopping = false;
  let paused = false;
  let deaths = 0;
  let delay: NodeJS.Timeout | undefined;

  function begin(): Life {
    const startedMs = Date.now();
    const next = startLife(program, output);
    life = next;
    const { pid } = next.child;
    if (pid !== undefined) guard.watch(pid, stopSignal);
    const hangs = (): void => {
      output.say(`${name} doesn't react and is ended`);
      next.child.kill("SIGKILL");
    };
    const unwatch = program.answersPings ? watchHeartbeat(next, hangs, heartbeat) : () => undefined;
    void next.ended.then((how) => {
      unwatch();
      life = null;
      if (pid !== undefined) guard.forget(pid);
      if (stopping || paused) return;
      if (program.quiet) for (const line of next.tail()) output.line(name, line);
      deaths = Date.now() - startedMs > CALM_MS ? 1 : deaths + 1;
      isUp() ? beginLater(how) : onFailedStart(name);
    });
    return next;
  }

  function beginLater(how: string): void {
    const delayMs = restartDelayMs(deaths);
    output.say(`${name} ended (${how}) and restarts in ${delayMs / 1000} s`);
    delay = setTimeout(begin, delayMs);
  }

  const { ready } = begin();
  return {
    name,
    ready,
    pid: () => life?.child.pid ?? null,
    async pause() {
      paused = true;
      clearTimeout(delay);
      await life?.end(stopSignal, stopLimitMs);
    },
    resume() {
      paused = false;
      if (!stopping && life === null) begin();
    },
    async stop() {
      stopping = true;
      clearTimeout(delay);
      await life?.end(stopSignal, stopLimitMs);
    },
  };
}

interface Life {
  readonly child: ChildProcess;
  /** Settles at the ready line, or when the process has exited. */
  readonly ready: Promise<void>;
  /** How it exited: `status 1`, `SIGKILL`, or why it could not be started. */
  readonly ended: Promise<string>;
  tail(): readonly string[];
  end(signal: NodeJS.Signals, limitMs: number): Promise<void>;
}

function startLife(program: Program, output: Output): Life {
  const child = spawnProgram(program);
  const tail: string[] = [];
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (status, signal) => resolve(signal ?? `status ${status}`));
  });
  const ready = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, READY_LIMIT_MS);
    const done = () => (clearTimeout(limit), resolve());
    if (program.readyLine === undefined) done();
    void ended.then(done);
    for (const stream of [child.stdout, child.stderr])
      eachLine(stream, (line) => {
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        if (!program.quiet) output.line(program.name, line);
        if (program.readyLine !== undefined && line.includes(program.readyLine)) done();
      });
  });
  const end = async (signal: NodeJS.Signals, limitMs: number) => {
    child.kill(signal);
    const force = setTimeout(() => child.kill("SIGKILL"), limitMs);
    await ended;
    clearTimeout(force);
  };
  return { child, ready, ended, tail: () => tail, end };
}
