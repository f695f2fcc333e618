/** Runs `cms` with an operator's arguments and environment. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createDatabase, type Row } from "@colophon/database";
import { NODE_ENVIRONMENT } from "../../../../../tests/support/machine/node-environment.ts";
import { startPostgres } from "../../../../../tests/support/servers/postgres.ts";
import { runCli } from "../../../src/cli/run-process.ts";
import { TEST_LIMITS } from "../../../../../tests/support/database/test-limits.ts";

const MAIN = join(import.meta.dirname, "../../../src/cli/main.ts");
const FIXTURES = join(import.meta.dirname, "../fixtures");

type Variables = Readonly<Record<string, string>>;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type TestSite = Awaited<ReturnType<typeof openSite>>;

/** The path of a configuration among the fixtures. */
export function configNamed(name: string): string {
  return join(FIXTURES, `${name}.config.ts`);
}

/** Starts the command in its own process; the caller reads its streams and waits for its end. */
export function startCms(args: readonly string[], variables: Variables = {}): ChildProcessWithoutNullStreams {
  const env = { ...NODE_ENVIRONMENT, CMS_CONFIG: configNamed("site"), ...variables };
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], { env });
}

/** Runs the command to its end, in this process. */
export async function runCms(
  args: readonly string[],
  variables: Variables = {},
  input: Uint8Array | string = "",
  name?: string,
): Promise<Ran> {
  const [stdin, stdout, stderr] = [Readable.from([input]), new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const status = await runCli(args, {
    variables: { CMS_CONFIG: configNamed("site"), ...variables },
    terminal: { stdin, stdout, stderr },
    signal: new AbortController().signal,
    ...(name !== undefined && { name }),
  });
  for (const stream of [stdout, stderr]) stream.end();
  const [out, words] = await printed;
  return { status, stdout: out, stderr: words };
}

/** A test site: an empty database, a data folder, and the tables of the configuration unless `isBare`. */
export async function openSite({ isBare = false, variables = {} }: { isBare?: boolean; variables?: Variables } = {}) {
  const postgres = await startPostgres({ migrated: !isBare });
  const folder = mkdtempSync(join(tmpdir(), "colophon-cli-"));
  const database = createDatabase({ url: postgres.url, poolSize: 2, ...TEST_LIMITS });
  const environment: Variables = {
    DATABASE_URL: postgres.url,
    CMS_DATA_DIR: folder,
    CMS_ADMIN_EMAIL: "first@example.com",
    ...variables,
  };
  const cms = (args: readonly string[], more: Variables = {}, input: Uint8Array | string = "") =>
    runCms(args, { ...environment, ...more }, input);
  if (!isBare) {
    const { status, stderr } = await cms(["schema", "apply"]);
    if (status !== 0) throw new Error(`The tables could not be made: ${stderr}`);
  }
  return {
    url: postgres.url,
    folder,
    environment,
    cms,
    database,
    sql: <R extends Row = Row>(statement: string, values: readonly unknown[] = []): Promise<R[]> =>
      database.run<R>({ text: statement }, values),
    async close(): Promise<void> {
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
