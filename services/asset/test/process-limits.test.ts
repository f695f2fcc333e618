import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { descendantsOf } from "../../../tests/support/machine/process-tree.ts";
import { createImagePool } from "../src/images/pool.ts";
import { createMediaReader } from "../src/media/reader.ts";

const SOURCE = new URL("../src/process-limits.ts", import.meta.url).href;
const PROGRAM = `
  import { takeLowPriority } from ${JSON.stringify(SOURCE)};
  import { readFileSync } from "node:fs";
  const before = readFileSync("/proc/self/autogroup", "utf8");
  takeLowPriority();
  console.log(before === readFileSync("/proc/self/autogroup", "utf8"));`;

const hasAutogroup = existsSync("/proc/self/autogroup");

/** Of a process, and of its session where Linux has autogroup scheduling. */
function priorityOf(pid: number): { process: number; session: string | undefined } {
  return {
    process: getPriority(pid),
    session: hasAutogroup ? / nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8"))?.[1] : "10",
  };
}

test("a process that decodes files has a lower priority, also its session; the one that has started it keeps its own", async () => {
  const before = priorityOf(process.pid);
  const images = createImagePool({ maxPixels: 1 });
  const media = createMediaReader();
  const reading = media.factsOf({ size: 1_000, read: () => new Promise(() => undefined) }).catch(() => undefined);

  images.warm();
  const lowered = () => descendantsOf(process.pid).map(priorityOf);
  const all = await eventually(lowered, { accepts: (now) => now.length === 2 && now.every(({ session }) => session === "10") });
  const after = priorityOf(process.pid);
  images.close();
  media.close();
  await reading;

  expect(all.map((one) => one.process)).toEqual([10, 10]);
  expect(after).toEqual(before);
});

(hasAutogroup ? test : test.skip)("a process that shares a session doesn't change the session's priority", async () => {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", PROGRAM]);

  expect(await text(child.stdout)).toBe("true\n");
});
