import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { blocksIn } from "./blocks.ts";

const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;
const units = blocksIn("ini").filter(({ text }) => text.startsWith("[Unit]"));

(HAS_SYSTEMD ? test : test.skip)("systemd accepts the units of the documentation (skipped without systemd-analyze)", () => {
  const folder = mkdtempSync(join(tmpdir(), "colophon-units-"));
  const messages = units.map(({ text }) => {
    const unit = join(folder, "colophon.service");
    writeFileSync(unit, text.replace("/usr/bin/node", process.execPath));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    return { status, ofUnit: stderr.split("\n").filter((line) => line.includes("colophon.service")) };
  });
  rmSync(folder, { recursive: true });

  expect(messages).toEqual([{ status: 0, ofUnit: [] }]);
});
