import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Why a file could not be imported, as a message with the line, if it is known, and a correction. */
export function importProblem(path: string, error: unknown): string {
  if (!(error instanceof Error)) return `Running it threw ${String(error)}. Correct the file so that it can be imported.`;
  const code = "code" in error ? String(error.code) : "";
  if (error.message.startsWith("The requested module")) {
    return `It imports a name that doesn't exist: ${error.message}${lineOf(path, error.stack)}. Correct the name, or install the version that has it.`;
  }
  if (code === "ERR_MODULE_NOT_FOUND") {
    return `It imports a module that doesn't exist: ${error.message}. Install the module, or correct the import.`;
  }
  if (code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX") {
    return `${error.message}${lineOf(path, error.stack)}. Write it in JavaScript: the types of a configuration are removed, but it is not compiled.`;
  }
  if (error instanceof SyntaxError || code === "ERR_INVALID_TYPESCRIPT_SYNTAX") {
    return `It has a syntax error: ${error.message.trim()}${lineOf(path, error.stack) || lineOf(path, checked(path))}. Correct that line.`;
  }
  return `Running it threw ${error.name}: ${error.message}${lineOf(path, error.stack)}. Correct the file so that it can be imported.`;
}

/** Node's own message about the file's syntax; an import alone does not report the line. */
function checked(path: string): string {
  return spawnSync(process.execPath, ["--check", path], { encoding: "utf8", timeout: 5_000 }).stderr;
}

/** ` (line 3)` from the first location in a stack, or ` (/other/file.ts:3)` if that is another file. */
function lineOf(path: string, stack = ""): string {
  const [, place = "", line = ""] = /^(?:\s+at (?:.*\()?)?((?:file:\/\/)?\/[^\n]*?):(\d+)(?::\d+)?\)?$/m.exec(stack) ?? [];
  if (place === "") return "";
  const file = place.startsWith("file:") ? fileURLToPath(place) : place;
  return file === path ? ` (line ${line})` : ` (${file}:${line})`;
}
