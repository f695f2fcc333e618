import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Stack } from "colophon/stack/stack.ts";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { eventually } from "../../support/eventually.ts";
import type { Pids } from "../processor-time.ts";
import { pidsOf } from "../site.ts";

/** A minimal server that gives the same answers: what this machine can do at most. */
export interface Ceiling {
  readonly url: string;
  /** With that of PostgreSQL, if it is used. */
  readonly pids: Pids;
  stop(): void;
}

interface CeilingOptions {
  /** Whose database it uses. */
  readonly stack: Stack;
  /** Of its connections to PostgreSQL, as on the command line. */
  readonly settings?: string;
  /** By workload, which a request names in the header `x-workload`. */
  readonly statements: Readonly<Record<string, string>>;
  /** Whether a proxy without any function stands before it, as the gateway before the content service. */
  readonly hasProxy?: boolean;
}

const BAD_GATEWAY = 502;

export async function startCeiling({ stack, settings, statements, hasProxy }: CeilingOptions): Promise<Ceiling> {
  const database = new URL(stack.databaseUrl);
  if (settings !== undefined) database.searchParams.set("options", settings);
  const env = { DATABASE_URL: database.href, STATEMENTS: JSON.stringify(statements) };
  const { pids, ...server } = await startMinimalServer("server.process.ts", { env, hasProxy });
  return { ...server, pids: { ...pids, ...pidsOf(stack, ["postgres"]) } };
}

interface MinimalServerOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly hasProxy?: boolean | undefined;
}

/** @param file - of this folder */
export async function startMinimalServer(file: string, { env, hasProxy = false }: MinimalServerOptions): Promise<Ceiling> {
  const children: ChildProcess[] = [];
  const start = async (program: string, variables: Readonly<Record<string, string>>) => {
    const port = String(await freePort());
    const child = fork(join(import.meta.dirname, program), { env: { NODE_ENV: "production", PORT: port, ...variables } });
    children.push(child);
    return { port, pid: Number(child.pid) };
  };
  const server = await start(file, env);
  const proxy = hasProxy ? await start("proxy.process.ts", { TARGET_PORT: server.port }) : null;
  const url = `http://127.0.0.1:${(proxy ?? server).port}`;
  await eventually(async () => (await fetch(url)).status !== BAD_GATEWAY, { what: "the ceiling has started" });
  return {
    url,
    pids: { ...(proxy && { proxy: proxy.pid }), server: server.pid },
    stop: () => children.forEach((child) => child.disconnect()),
  };
}

interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Checks that product and ceiling return the same answer; otherwise the comparison would be invalid. */
export async function requireSameAnswer(ours: Asked, bare: Asked): Promise<void> {
  const [mine, other] = await Promise.all([ours, bare].map(async ({ url, headers }) => (await fetch(url, { headers })).json()));
  if (isDeepStrictEqual(mine, other)) return;
  const [one, two] = [mine, other].map((answer) => JSON.stringify(answer).slice(0, 600));
  throw new Error(`The answer of the ceiling to ${ours.url} differs:\n${one}\n${two}`);
}
