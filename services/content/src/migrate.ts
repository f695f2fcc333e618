/** A command: prepares the database, prints what it has done, and ends. Status 1 with messages if it is refused. */
import { DatabaseAway, SchemaRefused } from "@colophon/database";
import { run } from "@colophon/runtime";
import { migrateSite, Stopped } from "./migration.ts";

await run(prepare, [SchemaRefused, DatabaseAway, Stopped]);

async function prepare(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(new Stopped()));
  for (const sentence of await migrateSite({ variables: process.env, signal: stop.signal })) console.log(sentence);
}
