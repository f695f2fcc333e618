import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createChangedFiles } from "../src/dev/watch-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colophon-changed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a save that is reported twice counts once; each save, replacement and removal counts", () => {
  const [one, two] = [join(folder, "one.ts"), join(folder, "two.ts")];
  writeFileSync(one, "1");
  writeFileSync(two, "2");
  const changed = createChangedFiles();
  const reported = (...files: string[]) => {
    for (const file of files) changed.add(file);
    return changed.take();
  };

  expect(reported(one)).toEqual([one]);
  expect(reported(one)).toEqual([]);
  expect(reported(one, two)).toEqual([two]);
  writeFileSync(`${one}~`, "3");
  renameSync(`${one}~`, one);
  expect(reported(one, two)).toEqual([one]);
  rmSync(one);
  expect(reported(one, two)).toEqual([one]);
});
