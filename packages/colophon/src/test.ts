/** The exports for a project's own tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@colophon/config";
import type { Config } from "@colophon/config/define";
import { createOutput } from "./stack/output.ts";
import { readSettings } from "./stack/read-settings.ts";
import { startStack } from "./stack/stack.ts";

/** The whole product with the project's configuration. */
export interface Site {
  readonly url: string;
  /** The configuration with the additions of its plugins. */
  readonly config: Config;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts the product without data, on any free port. `variables` are added to the environment. Its output is shown when it fails. */
export async function startSite(variables: Readonly<Record<string, string>> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-site-"));
  const printed: string[] = [];
  const usual = { PORT: "0", HOST: "127.0.0.1", CMS_DATA_DIR: folder, CMS_ADMIN_EMAIL: "admin@example.com" };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const output = createOutput((text) => void printed.push(text));
    const all = { ...process.env, ...usual, ...variables };
    const config = await loadConfig(readSettings(all).configFile);
    const { url, stop } = await startStack({ variables: all, output });
    return { url, config, stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw new Error(`The site could not start:\n${printed.join("")}`, { cause: error });
  }
}
