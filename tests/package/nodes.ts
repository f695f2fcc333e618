import { execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

/** The folder of this Node, and of one that is too old for the product, where there is one. */
export const NODE = dirname(process.execPath);
export const OLDER_NODE = (process.env["PATH"] ?? "").split(delimiter).find((place) => /^v2[0-3]\./.test(versionIn(place)));

/** The version of the Node in a folder; empty where there is none. */
export function versionIn(place: string): string {
  try {
    return execFileSync(join(place, "node"), ["--version"], { encoding: "utf8" });
  } catch {
    return "";
  }
}
