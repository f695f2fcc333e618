import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe } from "@jest/globals";
import { chromium, type Browser } from "playwright-core";

const USUAL_PLACE = "/usr/bin/chromium";
const executablePath = findChromium();

if (executablePath === null) console.log("no browser: the tests of the admin page are left out");

/** Tests in a real browser; where the machine has none they are left out. */
export const describeInBrowser = executablePath === null ? describe.skip : describe;

/** The file of `CHROMIUM_PATH`, else Chromium on the PATH, else where Debian puts it; null where there is none. */
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
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 }); // it has no sandbox for root
}
