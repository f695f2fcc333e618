/** Prints the files that a configuration is made of, as JSON: itself and what it imports, packages left out. A broken one gives what it got to. */
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
    if (isOwn) files.add(fileURLToPath(new URL(specifier, parentURL))); // also where it isn't there yet
    return next(specifier, context);
  },
});

await loadConfig(configFile).catch(() => undefined);
process.stdout.write(JSON.stringify([...files]), () => process.exit());
