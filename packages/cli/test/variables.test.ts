import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ENV } from "@colophon/config";
import { STORAGE_ENV_NAMES } from "@colophon/storage";

const SOURCES = join(import.meta.dirname, "../src");

test("the documentation names the command line for exactly the variables that it reads", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).map((file) =>
    file.endsWith(".ts") ? readFileSync(join(SOURCES, file), "utf8") : "",
  );
  const calls = sources.join("\n").matchAll(/readEnv\([^[]*?(?:\[([^\]]*)\]|STORAGE_ENV_NAMES)/g);
  const read = [...calls].flatMap(([, names]) =>
    names === undefined ? STORAGE_ENV_NAMES : [...names.matchAll(/\w+/g)].map(([name]) => name),
  );

  const documented = Object.entries<{ readonly processes: readonly string[] }>(ENV).filter(([, { processes }]) =>
    processes.includes("cms"),
  );

  expect(documented.map(([name]) => name).toSorted()).toEqual([...new Set(read)].toSorted());
});
