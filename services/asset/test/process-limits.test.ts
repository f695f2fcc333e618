import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";

const SOURCE = new URL("../src/process-limits.ts", import.meta.url).href;
const PROGRAM = `
  import { readFileSync } from "node:fs";
  import { getPriority } from "node:os";
  import { takeLowPriority } from ${JSON.stringify(SOURCE)};
  const autogroup = () => readFileSync("/proc/self/autogroup", "utf8").trim();
  const before = autogroup();
  takeLowPriority();
  console.log(JSON.stringify({ priority: getPriority(), before, after: autogroup() }));`;

interface Priority {
  priority: number;
  /** The priority of the session in Linux, empty without autogroup scheduling. */
  before: string;
  after: string;
}

/** The priority of a background process, in its own session or in ours. */
async function priorityOf({ detached }: { detached: boolean }): Promise<Priority> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", PROGRAM], { detached });
  return JSON.parse(await text(child.stdout)) as Priority;
}

(existsSync("/proc/self/autogroup") ? test : test.skip)(
  "a background process has lower priority than other sessions, and doesn't change a session that it shares",
  async () => {
    const [own, shared] = await Promise.all([priorityOf({ detached: true }), priorityOf({ detached: false })]);

    expect(own).toEqual({ priority: 10, before: own.before, after: own.before.replace(/ nice 0$/, " nice 10") });
    expect(shared).toEqual({ priority: 10, before: shared.before, after: shared.before });
  },
);
