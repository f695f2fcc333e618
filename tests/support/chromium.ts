import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type BrowserServer } from "playwright-core";

const USUAL_FOLDERS = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"];
const given = process.env["CHROMIUM_PATH"] || undefined;
/** Chromium without the parts that draw windows: a page takes half the processor time. */
const shellPath = given ?? findProgram("chromium-headless-shell") ?? findProgram("chromium");
const chromiumPath = given ?? findProgram("chromium") ?? shellPath;

export const hasBrowser = shellPath !== undefined;

function findProgram(name: string): string | undefined {
  return USUAL_FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A page of a test lives for seconds: it takes a sixth less processor time if V8 doesn't compile its functions a second time. */
const SHORT_LIVED = ["--js-flags=--no-turbofan --no-maglev"];

/** The browser of tests: Chromium's headless shell, or Chromium. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ ...launchOptions(shellPath), args: SHORT_LIVED });
}

/** The browser of tests as a server, to which several processes connect. */
export function startBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(shellPath), args: SHORT_LIVED });
}

/** Connects to the browser server at this address. Closing the connection closes its contexts. */
export function connectBrowser(address: string): Promise<Browser> {
  return chromium.connect(address);
}

/** The browser that people use, for measurements and pictures. */
export function startChromium(): Promise<Browser> {
  return chromium.launch(launchOptions(chromiumPath));
}

/** Chromium with a new profile, which has caches on disk as the browser of an editor has; other contexts are like private windows. */
export async function startProfile(options: BrowserContextOptions): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-profile-"));
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions(chromiumPath), ...options });
  context.once("close", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return context;
}

function launchOptions(executablePath: string | undefined) {
  if (executablePath === undefined) throw new Error("There is no Chromium on this machine");
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0 }; // Chromium's sandbox does not work for root
}
