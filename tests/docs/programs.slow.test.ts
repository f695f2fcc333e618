import { afterAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "colophon/stack/settings.ts";
import { placeOf } from "./blocks.ts";
import { writePrograms } from "./programs.ts";

const LIMIT_MS = 900_000; // needs 30 s of CPU time, and the machine may be busy
const folder = mkdtempSync(join(tmpdir(), "colophon-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  "every example in TypeScript compiles against the product's own types",
  async () => {
    const programs = writePrograms(folder);
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const env = { ...process.env, NODE_OPTIONS: "" };

    const output = await promisify(execFile)(process.execPath, [tsc, "--project", folder], { cwd: folder, env })
      .then(() => "")
      .catch(({ stdout }: { stdout: string }) => stdout);

    expect(programs.reduce((text, { file, block }) => text.replaceAll(file.slice(folder.length + 1), placeOf(block)), output)).toBe("");
    expect(programs.length).toBeGreaterThan(20);
  },
  LIMIT_MS,
);
