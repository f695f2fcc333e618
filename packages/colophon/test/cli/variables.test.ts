import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ENV } from "@colophon/config";
import { REDIS_ENV_NAMES } from "@colophon/runtime";
import { STORAGE_ENV_NAMES } from "@colophon/storage";

/** Names of variables that `readEnv` gets as a constant. */
const LISTS: Readonly<Record<string, readonly string[]>> = { REDIS_ENV_NAMES, STORAGE_ENV_NAMES };
const SOURCES = join(import.meta.dirname, "../../src/cli");

test("the documentation names the command line for exactly the variables that it reads", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).map((file) =>
    file.endsWith(".ts") ? readFileSync(join(SOURCES, file), "utf8") : "",
  );
  const calls = sources.join("\n").matchAll(/readEnv\([^[]*?(?:\[([^\]]*)\]|\b([A-Z]+_ENV_NAMES))/g);
  const read = [...calls].flatMap(([, names, list = ""]) =>
    names === undefined ? (LISTS[list] ?? [list]) : [...names.matchAll(/\w+/g)].map(([name]) => name),
  );

  const documented = Object.entries<{ readonly processes: readonly string[] }>(ENV).filter(([, { processes }]) =>
    processes.includes("cms"),
  );

  expect(documented.map(([name]) => name).toSorted()).toEqual([...new Set(read)].toSorted());
});
