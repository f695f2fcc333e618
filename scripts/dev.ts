import { join, relative } from "node:path";
import { readArguments } from "./arguments.ts";
import { develop } from "./dev/develop.ts";
import { ROOT, readSettings } from "./stack/settings.ts";
import { sayProblems } from "./tool.ts";

const FOLDERS = ["gateway", "services", "packages", "scripts/stack", "mail"];

readArguments("Usage: pnpm dev. It takes no arguments: what can be set are the environment variables in README.md.", {});

/** `pnpm dev`: `npm start` that starts anew when a file of the product or the configuration changes. The data stays. */
await sayProblems(async () => {
  const { configFile } = readSettings(process.env);
  await develop({
    program: [join(ROOT, "scripts/run.ts")],
    configFile,
    folders: FOLDERS.map((folder) => join(ROOT, folder)),
    say: (file) => console.log(`\n${relative(ROOT, file)} changed: starting anew`),
  });
});
