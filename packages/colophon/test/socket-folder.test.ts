import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { PROCESS_NAMES } from "@colophon/runtime";
import { openSocketFolder } from "../src/stack/start-services.ts";

const runtimeFolder = mkdtempSync(join(tmpdir(), "runtime-"));
afterAll(() => rmSync(runtimeFolder, { recursive: true }));

test("the sockets are in a folder of the user's runtime folder that only the user may enter, and that is removed", () => {
  const { path, remove } = openSocketFolder(runtimeFolder);

  expect(dirname(path)).toBe(runtimeFolder);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  remove();
  expect(existsSync(path)).toBe(false);
});

test.each([
  ["there is no runtime folder", undefined],
  ["it can't be used", "/nowhere/at/all"],
  ["the path of a socket in it would be too long", join(runtimeFolder, "x".repeat(80))],
])("if %s, they are in /tmp", (_, given) => {
  const { path, remove } = openSocketFolder(given);
  remove();

  expect(dirname(path)).toBe("/tmp");
  for (const name of PROCESS_NAMES) expect(Buffer.byteLength(`${path}/${name}.sock`)).toBeLessThanOrEqual(107);
});
