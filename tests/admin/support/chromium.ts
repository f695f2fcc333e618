import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const USUAL_PLACE = "/usr/bin/chromium";
const executablePath = findChromium();

export const hasBrowser = executablePath !== null;

/** The path in `CHROMIUM_PATH`, else Chromium on the PATH, else Debian's path; null if there is none. */
function findChromium(): string | null {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return named;
  try {
    return execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  } catch {
    return existsSync(USUAL_PLACE) ? USUAL_PLACE : null;
  }
}

export function startBrowser(): Promise<Browser> {
  if (executablePath === null) throw new Error("There is no Chromium on this machine");
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 }); // Chromium's sandbox does not work for root
}
