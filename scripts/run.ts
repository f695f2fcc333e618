import "./generate.ts";
import "./build-admin.ts";
import { ConfigError, EnvError } from "@colophon/config";
import { readArguments } from "./arguments.ts";
import { problemWith, thisMachine } from "./require-node.cjs";
import { loadDotEnv } from "./stack/settings.ts";
import { createOutput } from "./stack/output.ts";
import { StartError } from "./stack/start-error.ts";
import { startStack } from "./stack/stack.ts";
import type { Stack } from "./stack/stack.ts";

/** `npm start`: the whole product on this machine, until Ctrl-C. */
const output = createOutput((text) => void process.stdout.write(text));
const bornMs = Date.now();
const calledOff = new AbortController();
let stack: Stack | null = null;

readArguments("Usage: npm start. It takes no arguments: what can be set are the environment variables in README.md.", {});
const problem = problemWith(thisMachine(true));
if (problem !== null) giveUp(problem);

loadDotEnv();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
process.on("uncaughtException", (error) => (console.error(error), (process.exitCode = 1), void stop()));
process.stdout.on("error", () => undefined); // the terminal is gone: stop quietly

try {
  stack = await startStack({ variables: process.env, output, signal: calledOff.signal });
  output.say(welcome(stack));
} catch (error) {
  if (calledOff.signal.aborted) process.exit();
  if (error instanceof EnvError || error instanceof ConfigError || error instanceof StartError) giveUp(error.message);
  throw error;
}
if (calledOff.signal.aborted) await stop();

/** npm sends Ctrl-C a second time, so this may run twice. */
async function stop(): Promise<void> {
  if (!calledOff.signal.aborted) output.say("Stopping …");
  calledOff.abort();
  if (stack === null) return; // the start notices and cleans up after itself
  await stack.stop();
  process.exit();
}

function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}

function welcome({ url, adminUrl, dataFolder, mailsArePrinted }: Stack): string {
  const email = process.env["CMS_ADMIN_EMAIL"] || "you@example.com";
  const json = "-H 'content-type: application/json'";
  const where = mailsArePrinted ? `the code is in the mail, printed here and kept in ${dataFolder}/mails` : "the code is in the mail";
  return [
    "",
    ...(adminUrl === null ? [] : [`The admin page: ${adminUrl}`]),
    `Colophon is ready at ${url} (${((Date.now() - bornMs) / 1000).toFixed(1)} s). Ctrl-C stops it.`,
    `Sign in (${where}):`,
    `  curl ${url}/api/auth/request ${json} -d '{"email":"${email}"}'`,
    `  curl ${url}/api/auth/create -c cookies.txt ${json} -d '{"authRequestId":"…","code":"…"}'`,
    `  curl ${url}/api/auth/me -b cookies.txt`,
    "",
  ].join("\n");
}
