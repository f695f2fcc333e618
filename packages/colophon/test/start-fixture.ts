import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../../tests/support/eventually.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { eachLine } from "../src/stack/output.ts";
import { isAlive } from "../src/stack/processes/process-facts.ts";

/** What the fixture's runner prints about itself. */
interface Running {
  readonly url: string;
  readonly databaseUrl: string;
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** Runs `run-fixture.ts` in its own process; `variables` are added to a fixed set. */
export function startFixture(dataFolder: string, variables: Record<string, string> = {}) {
  const fixtures = join(import.meta.dirname, "fixtures");
  const fixed = {
    ...NODE_ENVIRONMENT,
    PORT: "0",
    HOST: "127.0.0.1",
    CMS_CONFIG: join(fixtures, "site.config.ts"),
    CMS_DATA_DIR: dataFolder,
  };
  const child = spawn(process.execPath, [join(fixtures, "run-fixture.ts")], {
    env: { ...fixed, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const running = new Promise<Running>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      eachLine(stream, (line) => {
        lines.push(line);
        if (line.startsWith("RUNNING ")) resolve(JSON.parse(line.slice(8)));
      });
    child.once("close", () => reject(new Error(lines.join("\n"))));
  });
  running.catch(() => undefined);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, lines, running, ended };
}

/** A data folder in a folder that only its owner can enter. */
export function privateFolder(): { path: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), "colophon-start-"));
  return { path: join(parent, "data"), remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Waits until none of these processes exists. */
export function allGone(pids: readonly number[]): Promise<boolean> {
  return eventually(() => !pids.some(isAlive), { what: `${pids.join(", ")} have ended` });
}
