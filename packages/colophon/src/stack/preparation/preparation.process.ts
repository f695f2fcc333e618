/**
 * Prepares a start for the supervisor, which has no room for the product's packages: does the work that it names, one after the other, and
 * ends with it.
 */
import { ConfigError, EnvError } from "@colophon/config";
import { DatabaseAway, SchemaRefused } from "@colophon/database";
import { Stopped } from "../../../../../services/content/src/migration.ts";
import { StartError } from "../settings.ts";
import { type Reply, type Request, createWork, type Work } from "./work.ts";

const EXPECTED = [ConfigError, EnvError, SchemaRefused, DatabaseAway, Stopped, StartError];

const stop = new AbortController();
const work = createWork(process.env, { report: (message) => reply({ message }), signal: stop.signal });
let current: Promise<void> = Promise.resolve();
let isMigrating = false;
process.on("message", (request: Request) => void (current = answer(request)));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(1));
process.on("disconnect", () => end(0));

/** A change of the tables ends in order. */
function end(status: number): void {
  stop.abort(new Stopped());
  if (isMigrating) void current.then(() => process.exit(status));
  else process.exit(status);
}

async function answer({ name, given }: Request): Promise<void> {
  isMigrating = name === "prepareTables";
  try {
    const done = work[name] as (...all: readonly unknown[]) => Promise<Awaited<ReturnType<Work[typeof name]>>>;
    reply({ result: await done(...given) });
  } catch (error) {
    const isExpected = error instanceof Error && EXPECTED.some((kind) => error instanceof kind);
    reply({ refused: isExpected ? error.message : String(error instanceof Error ? error.stack : error) });
  }
  isMigrating = false;
}

function reply(message: Reply): void {
  process.send?.(message, undefined, {}, () => undefined); // the supervisor may have ended
}
