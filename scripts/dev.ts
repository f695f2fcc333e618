import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join, relative } from "node:path";
import { readArguments } from "./arguments.ts";
import { ROOT, readSettings } from "./stack/settings.ts";
import { sayProblems } from "./tool.ts";

const QUIET_MS = 200;
const WATCHED = ["gateway", "services", "packages", "scripts/stack"];

readArguments("Usage: pnpm dev. It takes no arguments: what can be set are the environment variables in README.md.", {});

/** `pnpm dev`: `npm start` that starts anew when a file of the product or the configuration changes. The data stays. */
await sayProblems(async () => {
  const { configFile } = readSettings(process.env);
  let child = run();
  let pause: NodeJS.Timeout | undefined;
  let stopping = false;
  let restarting = false;

  const restart = async (file: string) => {
    if (restarting) return; // the start to come reads this change too
    restarting = true;
    console.log(`\n${relative(ROOT, file)} changed: starting anew`);
    await ended(child);
    restarting = false;
    if (!stopping) child = run();
  };
  const changed = (file: string) => {
    if (!/\.(ts|eta|sql|prisma)$/.test(file) || /node_modules|generated|\/test\//.test(file)) return;
    clearTimeout(pause);
    pause = setTimeout(() => void restart(file), QUIET_MS);
  };
  for (const folder of WATCHED) watch(join(ROOT, folder), { recursive: true }, (_event, name) => changed(join(ROOT, folder, String(name))));
  watch(configFile, () => changed(configFile));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      stopping = true;
      void ended(child).then(() => process.exit());
    });
});

function run() {
  return spawn(process.execPath, [join(ROOT, "scripts/run.ts")], { stdio: "inherit", detached: true });
}

function ended(child: ReturnType<typeof run>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
