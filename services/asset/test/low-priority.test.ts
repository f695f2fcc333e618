import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";

const SOURCE = new URL("../src/low-priority.ts", import.meta.url).href;
const PROGRAM = `
  import { readFileSync } from "node:fs";
  import { getPriority } from "node:os";
  import { takeLowPriority } from ${JSON.stringify(SOURCE)};
  takeLowPriority();
  console.log(getPriority(), readFileSync("/proc/self/autogroup", "utf8").trim());`;

/** What a process that takes low priority has then, in a session of its own or in ours. */
function priorityOf({ detached }: { detached: boolean }): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", PROGRAM], { detached });
  return text(child.stdout);
}

(existsSync("/proc/self/autogroup") ? test : test.skip)(
  "a process in the background steps back behind other sessions, and leaves a session that it shares as it is",
  async () => {
    const [own, shared] = await Promise.all([priorityOf({ detached: true }), priorityOf({ detached: false })]);

    expect(own).toMatch(/^10 \S+ nice 10\n$/);
    expect(shared).toMatch(/^10 \S+ nice 0\n$/);
  },
);
