import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";

interface Step {
  readonly name: string;
  /** A file to run with this Node.js, and its arguments. */
  readonly run: readonly [file: string, ...args: string[]];
}

/** The steps of `npm run check`, the longest first, so that both cores are busy to the end; all steps run, even after a failure. */
const STEPS: readonly Step[] = [
  { name: "lint", run: [binOf("oxlint")] },
  { name: "unused code", run: ["node_modules/knip/bin/knip.js", "--no-config-hints", "--no-progress"] },
  { name: "types, also of the documentation's examples", run: ["tests/docs/types.process.ts"] },
  { name: "types of the admin page, with the example's parts", run: ["node_modules/typescript/bin/tsc", "-p", "admin"] },
  { name: "format", run: [binOf("oxfmt"), "--check"] },
  { name: "generated docs", run: ["scripts/docs.ts", "--check"] },
];

const results = await twoAtATime(STEPS);
const failed = results.filter(({ status }) => status !== 0);
for (const { name, text } of failed) console.log(`\n── ${name}\n${text.trim()}`);
console.log(
  `\n${results.map(({ name, status, seconds }) => `${status === 0 ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`).join("\n")}`,
);
process.exit(failed.length > 0 ? 1 : 0);

interface Result {
  readonly name: string;
  readonly status: number;
  readonly text: string;
  readonly seconds: number;
}

async function twoAtATime(steps: readonly Step[]): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results[steps.indexOf(step)] = await runStep(step);
  };
  await Promise.all([work(), work()]);
  return results;
}

function runStep({ name, run }: Step): Promise<Result> {
  const startedMs = Date.now();
  const env = { ...process.env, FORCE_COLOR: "0" };
  const child = spawn(process.execPath, run, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    child.once("close", (status) => resolve({ name, status: status ?? 1, text, seconds: (Date.now() - startedMs) / 1000 }));
  });
}

function binOf(tool: "oxfmt" | "oxlint"): string {
  return join("node_modules", tool, "bin", tool);
}
