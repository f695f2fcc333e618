import { globSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "@jest/globals";
import { loadConfig } from "@colophon/config";
import { compileSchema, searchWarnings } from "../src/index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CONFIGS = globSync(["cms.config.ts", "examples/*/content/cms.config.ts", "packages/create-colophon/templates/*/cms.config.ts"], {
  cwd: ROOT,
});

test.each(CONFIGS.map((file) => [file.split(sep).slice(-2).join("/"), file]))(
  "%s marks no field as searchable without an effect",
  async (_name, file) => {
    expect(searchWarnings(compileSchema(await loadConfig(join(ROOT, file))))).toEqual([]);
  },
);
