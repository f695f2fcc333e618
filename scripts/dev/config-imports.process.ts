/** Prints the files of a configuration as JSON: itself and its imports without packages. For a broken one, the files until the error. */
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

await loadConfig(configFile).catch(() => undefined);
process.stdout.write(JSON.stringify([...files]), () => process.exit());
