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
  const [first, second] = [join(folder, "one.ts"), join(folder, "two.ts")];
  writeFileSync(first, "1");
  writeFileSync(second, "2");
  const changed = createChangedFiles();
  const reported = (...files: string[]) => {
    for (const file of files) changed.add(file);
    return changed.take();
  };

  expect(reported(first)).toEqual([first]);
  expect(reported(first)).toEqual([]);
  expect(reported(first, second)).toEqual([second]);
  writeFileSync(`${first}~`, "3");
  renameSync(`${first}~`, first);
  expect(reported(first, second)).toEqual([first]);
  rmSync(first);
  expect(reported(first, second)).toEqual([first]);
});
