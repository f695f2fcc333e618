/** Runs the complete product as `npm start` does, in a separate process, and prints its addresses as one line of JSON. */
import { createOutput } from "colophon/stack/output.ts";
import { startStack } from "colophon/stack/stack.ts";

const calledOff = new AbortController();
const output = createOutput((text) => void process.stdout.write(text));
const starting = startStack({ variables: process.env, output, signal: calledOff.signal });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
process.on("disconnect", () => void stop());

const { url, databaseUrl, redisUrl, processes } = await starting;
process.on("message", () => process.send?.(processes())); // tests that kill a process ask for the new process id
console.log(`RUNNING ${JSON.stringify({ url, databaseUrl, redisUrl, processes: processes() })}`);

async function stop(): Promise<void> {
  calledOff.abort();
  await starting.then(
    (stack) => stack.stop(),
    () => undefined,
  );
  process.exit();
}
