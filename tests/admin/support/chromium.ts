import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from "playwright-core";

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
  return chromium.launch(launchOptions());
}

/** A browser with a new profile, which has caches on disk as the browser of an editor has; other contexts are like private windows. */
export async function startProfile(options: BrowserContextOptions): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-profile-"));
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions(), ...options });
  context.once("close", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return context;
}

function launchOptions() {
  if (executablePath === null) throw new Error("There is no Chromium on this machine");
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0 }; // Chromium's sandbox does not work for root
}
