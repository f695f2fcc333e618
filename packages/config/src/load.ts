import { stat } from "node:fs/promises";
import { registerHooks } from "node:module";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "./define.ts";
import { importProblem } from "./import-problem.ts";
import { ConfigError } from "./problems.ts";
import { CronParserMissing, loadCronParser } from "./job-times.ts";
import { validateConfig, type ValidationResult } from "./validate.ts";

const EXTENSIONS = [".ts", ".mts", ".js", ".mjs"];
/** The product's modules that a configuration may import, and their paths without extension. */
const OWN_MODULES: Readonly<Record<string, string>> = {
  config: "./index",
  "plugins/seo": "../../plugins/src/seo/seo",
  "plugins/redirects": "../../plugins/src/redirects",
};
/** The extension of the product's modules: sources or compiled, like this file. */
const ENDING = extname(import.meta.filename);

/** By path: several services in one process share a configuration. Node doesn't read a module again either. */
const loading = new Map<string, Promise<Config>>();

/**
 * Reads, checks and freezes the default export of `file`. The file may be outside the workspace: a plain object needs no import.
 * `colophon/config` and `colophon/plugins/…` (also `@colophon/…`) are those of this process, whatever else is installed next to the file.
 *
 * @param file - a path, taken relative to the working directory.
 * @throws ConfigError with every problem, its message ready for a terminal.
 */
export function loadConfig(file: string): Promise<Config> {
  const path = resolve(file);
  const known = loading.get(path);
  if (known) return known;
  const config = load(path);
  loading.set(path, config);
  config.catch(() => loading.delete(path));
  return config;
}

async function load(path: string): Promise<Config> {
  await requireFile(path);
  const result = await validate(await importDefault(path));
  if (!result.ok) throw new ConfigError(result.problems, path);
  return result.config;
}

/** Loads the parser of `cron` only for a configuration that has one, wherever a plugin adds it. */
async function validate(input: unknown): Promise<ValidationResult> {
  try {
    return validateConfig(input);
  } catch (error) {
    if (!(error instanceof CronParserMissing)) throw error;
    await loadCronParser();
    return validateConfig(input);
  }
}

async function requireFile(path: string): Promise<void> {
  if (!EXTENSIONS.includes(extname(path))) {
    throw unusable(path, `Name a file that ends in ${EXTENSIONS.join(", ")} in CMS_CONFIG.`);
  }
  const found = await stat(path).catch((cause: unknown) => {
    throw unusable(path, "There is no such file. Create it, or set CMS_CONFIG to the path of your configuration.", cause);
  });
  if (!found.isFile()) throw unusable(path, "This is not a file. Set CMS_CONFIG to the path of your configuration file.");
}

async function importDefault(path: string): Promise<unknown> {
  const hooks = registerHooks({ resolve: resolveOwnModule });
  try {
    const loaded: unknown = await import(pathToFileURL(path).href);
    return await defaultOf(path, loaded);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unusable(path, importProblem(path, error), error);
  } finally {
    hooks.deregister();
  }
}

async function defaultOf(path: string, loaded: unknown): Promise<unknown> {
  if (typeof loaded !== "object" || loaded === null || !("default" in loaded)) {
    throw unusable(path, "It has no default export. Write `export default defineConfig({ … })` or `export default { … }`.");
  }
  const value: unknown = await loaded.default;
  if (typeof value !== "function") return value;
  throw unusable(path, "Its default export is a function. Export the configuration itself, an object.");
}

/** Lets the file import this package and the product's plugins by their names, wherever it is. */
function resolveOwnModule(
  specifier: string,
  context: Parameters<NonNullable<Parameters<typeof registerHooks>[0]["resolve"]>>[1],
  next: Parameters<NonNullable<Parameters<typeof registerHooks>[0]["resolve"]>>[2],
) {
  const [, name = ""] = /^@?colophon[/](.+)$/.exec(specifier) ?? [];
  const own = OWN_MODULES[name];
  if (own === undefined) return next(specifier, context);
  const format = ENDING === ".ts" ? "module-typescript" : "module";
  return { url: new URL(`${own}${ENDING}`, import.meta.url).href, format, shortCircuit: true };
}

function unusable(path: string, message: string, cause?: unknown): ConfigError {
  return new ConfigError([{ path: "", message }], path, cause === undefined ? undefined : { cause });
}
