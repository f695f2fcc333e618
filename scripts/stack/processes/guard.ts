import { spawn } from "node:child_process";

/**
 * Ends what is left when its standard input closes, which the kernel sees to even when the runner was killed.
 * Lines are `+ pid signal` and `- pid`.
 */
const SCRIPT = `
list=""
while read -r change pid signal; do
  kept=""
  for entry in $list; do [ "\${entry%%:*}" = "$pid" ] || kept="$kept $entry"; done
  list=$kept
  [ "$change" = "+" ] && list="$list $pid:$signal"
done
[ -n "$list" ] || exit 0
for entry in $list; do kill -s "\${entry#*:}" "\${entry%%:*}" 2>/dev/null; done
sleep 10
for entry in $list; do kill -s KILL "\${entry%%:*}" 2>/dev/null; done
`;

/** Something that ends every process told to it when this one dies, however it dies. */
export interface Guard {
  watch(pid: number, signal: NodeJS.Signals): void;
  forget(pid: number): void;
  close(): void;
}

/** Starts a small shell process beside this one, out of reach of the terminal's Ctrl-C. */
export function startGuard(): Guard {
  const shell = spawn("/bin/sh", ["-c", SCRIPT], { stdio: ["pipe", "ignore", "ignore"], detached: true, env: { PATH: "/usr/bin:/bin" } });
  shell.on("error", () => undefined); // no shell here: an orderly stop works as well without it
  shell.stdin.on("error", () => undefined);
  shell.unref();
  return {
    watch: (pid, signal) => void shell.stdin.write(`+ ${pid} ${signal.slice(3)}\n`),
    forget: (pid) => void shell.stdin.write(`- ${pid}\n`),
    close: () => void shell.stdin.end(),
  };
}
