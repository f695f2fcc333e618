import type { ChildProcess } from "node:child_process";
import type { Guard } from "./guard.ts";
import { eachLine } from "../output.ts";
import type { Output } from "../output.ts";
import { watchHeartbeat, type HeartbeatLimits } from "./heartbeat.ts";
import { spawnProgram } from "./spawn-program.ts";
import type { Program } from "./spawn-program.ts";

const READY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 15_000;
const STABLE_AFTER_MS = 30_000;
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
export function restartDelayMs(exits: number): number {
  return Math.min(10_000, 500 * 2 ** (exits - 1));
}

/** Starts a program, and restarts it whenever it exits, or hangs. */
export function supervise(program: Program, watchers: Watchers): Supervised {
  const { output, guard, isUp, onFailedStart, heartbeat } = watchers;
  const { name, stopSignal = "SIGTERM", stopLimitMs = STOP_LIMIT_MS } = program;
  let currentRun: Run | null = null;
  let stopping = false;
  let paused = false;
  let exits = 0;
  let restartTimer: NodeJS.Timeout | undefined;

  function startProcess(): Run {
    const startedMs = Date.now();
    const run = startRun(program, output);
    currentRun = run;
    const { pid } = run.child;
    if (pid !== undefined) guard.watch(pid, stopSignal);
    const endHanging = (): void => {
      output.printMessage(`${name} doesn't react and is ended`);
      run.child.kill("SIGKILL");
    };
    const loaded = program.readyLine === undefined ? undefined : run.ready;
    const unwatch = program.answersPings ? watchHeartbeat({ child: run.child, loaded }, endHanging, heartbeat) : () => undefined;
    void run.ended.then((reason) => {
      unwatch();
      currentRun = null;
      if (pid !== undefined) guard.forget(pid);
      if (stopping || paused) return;
      if (program.quiet) for (const line of run.tail()) output.printLine(name, line);
      exits = Date.now() - startedMs > STABLE_AFTER_MS ? 1 : exits + 1;
      isUp() ? restartLater(reason) : onFailedStart(name);
    });
    return run;
  }

  function restartLater(reason: string): void {
    const delayMs = restartDelayMs(exits);
    output.printMessage(`${name} ended (${reason}) and restarts in ${delayMs / 1000} s`);
    restartTimer = setTimeout(startProcess, delayMs);
  }

  const { ready } = startProcess();
  return {
    name,
    ready,
    pid: () => currentRun?.child.pid ?? null,
    async pause() {
      paused = true;
      clearTimeout(restartTimer);
      await currentRun?.end(stopSignal, stopLimitMs);
    },
    resume() {
      paused = false;
      if (!stopping && currentRun === null) startProcess();
    },
    async stop() {
      stopping = true;
      clearTimeout(restartTimer);
      await currentRun?.end(stopSignal, stopLimitMs);
    },
  };
}

interface Run {
  readonly child: ChildProcess;
  /** Settles at the ready line, or when the process has exited. */
  readonly ready: Promise<void>;
  /** How it exited: `status 1`, `SIGKILL`, or why it could not be started. */
  readonly ended: Promise<string>;
  tail(): readonly string[];
  end(signal: NodeJS.Signals, limitMs: number): Promise<void>;
}

function startRun(program: Program, output: Output): Run {
  const child = spawnProgram(program);
  const tail: string[] = [];
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (status, signal) => resolve(signal ?? `status ${status}`));
  });
  const ready = new Promise<void>((resolve) => {
    const readyTimer = setTimeout(resolve, READY_LIMIT_MS);
    const settle = () => (clearTimeout(readyTimer), resolve());
    if (program.readyLine === undefined) settle();
    void ended.then(settle);
    for (const stream of [child.stdout, child.stderr])
      eachLine(stream, (line) => {
        tail.push(line);
        if (tail.length > TAIL_LINES) tail.shift();
        if (!program.quiet) output.printLine(program.name, line);
        if (program.readyLine !== undefined && line.includes(program.readyLine)) settle();
      });
  });
  const end = async (signal: NodeJS.Signals, limitMs: number) => {
    child.kill(signal);
    const killTimer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    await ended;
    clearTimeout(killTimer);
  };
  return { child, ready, ended, tail: () => tail, end };
}
