import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programFile } from "@colophon/runtime/program-file";

const PROGRAM = programFile(import.meta, "config-imports.process");
const LIMIT_MS = 120_000; // a configuration may hang, and busy machines are slow

export interface ConfigFiles {
  /** The configuration's file and its imports; at least the file itself. */
  readonly files: readonly string[];
  /** Why it can't be used; null if it can, or if that is not known. */
  readonly problem: string | null;
}

/** Loads a configuration in a separate process. */
export async function configFiles(configFile: string): Promise<ConfigFiles> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, configFile], { timeout: LIMIT_MS });
    return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{") + 1)) as ConfigFiles;
  } catch {
    return { files: [configFile], problem: null }; // it prints, hangs or exits: the start will report why
  }
}
