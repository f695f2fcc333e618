/** An example website, copied to a separate folder and installed with npm. */
import { execFile, spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildLibrary } from "@colophon/scripts/pack/packages.ts";
import { ROOT } from "colophon/stack/settings.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/servers/free-port.ts";
import { environment } from "./run-colophon.ts";

const COMMAND_MS = 600_000;

export interface Website {
  readonly url: string;
  stop(): Promise<void>;
}

/** Packs the typed client. @returns the path of the archive */
export async function packClient(folder: string): Promise<string> {
  const built = await buildLibrary("client", join(folder, "client"));
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: built,
    env: environment(),
  });
  return join(folder, stdout.trim());
}

interface Example {
  readonly name: string;
  /** The archive of the typed client. */
  readonly client: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Another one by default. */
  readonly port?: number;
}

/** Installs, checks, builds and starts an example. */
export async function startWebsite(folder: string, { name, client, variables, port }: Example): Promise<Website> {
  cpSync(join(ROOT, "examples", name), folder, {
    recursive: true,
    filter: (path) => !/[/](?:node_modules|dist|\.next|\.astro)$/.test(path),
  });
  const manifest = join(folder, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/("@colophon\/client": )"[^"]+"/, `$1"file:${client}"`));
  const env = environment(variables);
  for (const args of [
    ["install", "--no-audit", "--no-fund"],
    ["run", "check"],
    ["run", "build"],
  ])
    await runNpm(args, folder, env);
  return start(folder, env, port ?? (await freePort()));
}

async function runNpm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)("npm", [...args], { cwd, env, timeout: COMMAND_MS, maxBuffer: 1e8 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`npm ${args.join(" ")}:\n${stdout}${stderr}`);
    },
  );
}

async function start(cwd: string, env: NodeJS.ProcessEnv, port: number): Promise<Website> {
  const url = `http://127.0.0.1:${port}`;
  // npm and its shell don't forward signals, so the process group is stopped.
  const child = spawn("npm", ["start"], {
    cwd,
    env: { ...env, PORT: String(port), HOST: "127.0.0.1" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  };
  try {
    await eventually(() => isThere(url).catch(() => Promise.reject(new Error(printed))), { what: `${url} answers` });
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function isThere(url: string): Promise<boolean> {
  return (await fetch(url, { redirect: "manual" })).status < 500;
}
