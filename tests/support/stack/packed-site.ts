import { spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { eventually } from "../eventually.ts";
import { installPackage } from "./installed-package.ts";

const START_LIMIT_MS = 120_000;

export interface PackedStart {
  readonly process: ChildProcess;
  readonly url: string;
  /** From the start of the process to the first answered list. */
  readonly firstListMs: number;
  readonly printed: () => string;
  stop(): Promise<void>;
}

/**
 * Makes a project of the template `magazine` with the built package. It has a copy of Node.js of its own, so that no other process on this
 * machine shares its memory pages.
 */
export async function packedSite(folder: string) {
  const code = await installPackage(folder);
  cpSync(join(ROOT, "packages/create-colophon/templates/magazine/cms.config.ts"), join(folder, "cms.config.ts"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const node = join(folder, "node");
  copyFileSync(process.execPath, node);

  /** `colophon start`. @param launcher - a program with its arguments that runs it, such as one that limits its memory */
  async function start(variables: Readonly<Record<string, string>>, launcher: readonly string[] = []): Promise<PackedStart> {
    const bin = join(code, "packages/colophon/bin/colophon.cjs");
    const [command, ...args] = [...launcher, node, bin, "start"];
    const env = { PATH: [dirname(node), process.env["PATH"]].join(":"), HOST: "127.0.0.1", ...variables };
    const begin = performance.now();
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const url = `http://127.0.0.1:${variables["PORT"]}`;
    const answers = async () => {
      if (child.exitCode !== null) throw new Error(printed);
      return fetch(`${url}/api/article`).then(({ ok }) => ok);
    };
    await eventually(answers, { what: "a list is answered", limitMs: START_LIMIT_MS, everyMs: 5 }).catch((error: unknown) => {
      child.kill("SIGKILL");
      throw new Error(printed, { cause: error });
    });
    const stop = async (): Promise<void> => {
      child.kill("SIGTERM");
      await ended;
    };
    return { process: child, url, firstListMs: performance.now() - begin, printed: () => printed, stop };
  }

  return { folder, start };
}
