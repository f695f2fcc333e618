import { execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

/** The folder of this Node.js. */
export const NODE = dirname(process.execPath);
/** The folder of a Node.js that is too old for the product; undefined if none is on the PATH. */
export const OLDER_NODE = (process.env["PATH"] ?? "").split(delimiter).find((place) => /^v2[0-3]\./.test(versionIn(place)));

/** The version of the Node.js in a folder; empty if there is none. */
export function versionIn(place: string): string {
  try {
    return execFileSync(join(place, "node"), ["--version"], { encoding: "utf8" });
  } catch {
    return "";
  }
}
