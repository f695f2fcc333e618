/** Loads the given files in a separate process, as services do, and prints the results as JSON. */
import { loadConfig } from "../../src/index.ts";

const outcomes: object[] = [];
for (const path of process.argv.slice(2))
  outcomes.push(
    await loadConfig(path).then(
      (config) => ({ entities: config.entities.map(({ name }) => name), isFrozen: Object.isFrozen(config) }),
      (error: unknown) => ({
        error: error instanceof Error ? error.name : "?",
        message: error instanceof Error ? error.message : String(error),
      }),
    ),
  );
console.log(JSON.stringify(outcomes));
