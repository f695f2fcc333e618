/** Loads the given file in a separate process, as services do, and prints the result as JSON. */
import { loadConfig } from "../../src/index.ts";

const outcome = await loadConfig(process.argv[2] ?? "").then(
  (config) => ({ entities: config.entities.map(({ name }) => name), isFrozen: Object.isFrozen(config) }),
  (error: unknown) => ({
    error: error instanceof Error ? error.name : "?",
    message: error instanceof Error ? error.message : String(error),
  }),
);
console.log(JSON.stringify(outcome));
