/** Prints the files of a configuration as JSON, itself and its imports without packages, and what is wrong with it; then the files until the error. */
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadConfig } from "@colophon/config";

const configFile = resolve(process.argv[2] ?? "");
const files = new Set([configFile]);

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isOwn = parentURL?.startsWith("file:") && files.has(fileURLToPath(parentURL)) && /^(?:\.|\/|file:)/.test(specifier);
    if (isOwn) files.add(fileURLToPath(new URL(specifier, parentURL))); // even if it does not exist yet
    return next(specifier, context);
  },
});

const problem = await loadConfig(configFile).then(
  () => null,
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
);
process.stdout.write(`\n${JSON.stringify({ files: [...files], problem })}`, () => process.exit());
