import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "colophon/stack/processes/free-port.ts";
import { ROOT } from "colophon/stack/settings.ts";
import { eventually } from "../../support/eventually.ts";

/** Runs `npm start` in the repository, once to create everything and then this often. @returns the times to the first answered list, in ms */
export async function timeRepository(starts: number): Promise<readonly number[]> {
  const data = mkdtempSync(join(tmpdir(), "colophon-repository-"));
  try {
    const times: number[] = [];
    for (let count = 0; count <= starts; count++) times.push(await timeOne(data));
    return times.slice(1);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function timeOne(data: string): Promise<number> {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, HOST: "127.0.0.1", CMS_DATA_DIR: data, CMS_ADMIN_EMAIL: "bench@example.com" };
  const begin = performance.now();
  const child = spawn("npm", ["start"], { cwd: ROOT, env, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const answers = () => fetch(`http://127.0.0.1:${port}/api/article`).then(({ ok }) => ok);
  await eventually(answers, { what: "a list is answered", everyMs: 5 });
  const took = performance.now() - begin;
  child.kill("SIGTERM");
  await ended;
  return took;
}
