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
  const program = programFile(import.meta, "preparation.process");
  const child = spawnProgram({ name: "migrate", command: process.execPath, args: [program], env, folder: PROJECT, hasChannel: true });
  const printed: string[] = [];
  const onLine = (line: string): void => void (line.startsWith("{") ? output.printLine("migrate", line) : printed.push(line));
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, onLine);
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
        const onReply = (reply: Reply): void => {
          if ("message" in reply) return output.printMessage(reply.message);
          child.off("message", onReply);
          if ("refused" in reply) reject(new StartError(reply.refused));
          else resolve(reply.result as Result<typeof name>);
        };
        child.on("message", onReply);
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
