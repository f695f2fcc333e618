import { afterAll, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@colophon/config";
import { placeOf } from "./blocks.ts";
import { writePrograms } from "./programs.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-configurations-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every configuration in the examples is valid", async () => {
  const configs = writePrograms(folder).filter(({ isConfig }) => isConfig);
  for (const { file, block } of configs) {
    const refused = await loadConfig(file).then(
      () => "",
      (error: unknown) => String(error),
    );

    expect({ place: placeOf(block), refused }).toEqual({ place: placeOf(block), refused: "" });
  }
  expect(configs.length).toBeGreaterThan(15);
});
