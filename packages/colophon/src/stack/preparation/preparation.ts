import { programFile } from "@colophon/runtime/program-files";
import { eachLine, type Output } from "../output.ts";
import { spawnProgram } from "../processes/spawn-program.ts";
import type { Variables } from "../services.ts";
import { PROJECT, StartError } from "../settings.ts";
import type { Reply, Request, Work } from "./work.ts";

/** A change of the tables is stopped between two of its steps. */
const STOP_LIMIT_MS = 15_000;

type Given<Name extends keyof Work> = Parameters<Work[Name]>;
type Result<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>;

export interface PreparationOptions {
  readonly variables: Variables;
  readonly output: Output;
  /** Stops the work. */
  readonly signal?: AbortSignal | undefined;
}

/** A process that prepares a start: configuration and tables need packages whose memory a supervisor would keep. */
export interface Preparation {
  /** Does one piece of work. @throws StartError with its message */
  ask<Name extends keyof Work>(name: Name, ...given: Given<Name>): Promise<Result<Name>>;
  end(): void;
}

/** Starts the process. It has the environment of the start, because the configuration may read it. */
export function startPreparation({ variables, output, signal }: PreparationOptions): Preparation {
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const entry = programFile(import.meta, "preparation.process");
  const child = spawnProgram({ name: "migrate", command: process.execPath, args: [entry], env, folder: PROJECT, hasChannel: true });
  const printed: string[] = [];
  const take = (line: string): void => void (line.startsWith("{") ? output.line("migrate", line) : printed.push(line));
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, take);
  const stop = (): void => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS).unref();
  };
  signal?.addEventListener("abort", stop, { once: true });
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("close", (status, killed) =>
      reject(new StartError(printed.join("\n").trim() || `The preparation of the start ended with ${killed ?? status}`)),
    );
  });
  ended.catch(() => undefined);

  return {
    ask(name, ...given) {
      const answered = new Promise<Result<typeof name>>((resolve, reject) => {
        const take = (reply: Reply): void => {
          if ("say" in reply) return output.say(reply.say);
          child.off("message", take);
          if ("refused" in reply) reject(new StartError(reply.refused));
          else resolve(reply.result as Result<typeof name>);
        };
        child.on("message", take);
      });
      child.send({ name, given } satisfies Request, () => undefined); // it may have ended
      return Promise.race([answered, ended]);
    },

    end(): void {
      signal?.removeEventListener("abort", stop);
      if (child.connected) child.disconnect();
    },
  };
}
