import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programFile } from "@colophon/runtime";

const PROGRAM = programFile(import.meta, "config-imports.process");
const LIMIT_MS = 120_000; // a configuration may hang, and busy machines are slow

/** The configuration's file and its imports, found by loading it in a separate process; at least the file itself. */
export async function configFiles(configFile: string): Promise<readonly string[]> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, configFile], { timeout: LIMIT_MS });
    return JSON.parse(stdout.slice(stdout.lastIndexOf("\n[") + 1)) as string[];
  } catch {
    return [configFile]; // it prints, hangs or exits: the start will report why
  }
}
