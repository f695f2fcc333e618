import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "colophon/stack/settings.ts";

const PROGRAM = join(ROOT, "packages/colophon/src/main.ts");

/** Runs a command of `colophon` to its end. @returns what it prints */
export async function runColophon(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<string> {
  return (await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: environment(variables) })).stdout;
}

/** The environment of the tests without NODE_OPTIONS and NODE_ENV, and with this Node.js first on the PATH. */
export function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _env, PATH = "", ...rest } = process.env;
  const path = [dirname(process.execPath), PATH].join(delimiter);
  return { ...rest, PATH: path, NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", ...more };
}
