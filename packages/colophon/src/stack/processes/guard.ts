import { spawn } from "node:child_process";

/**
 * Kills the remaining processes when its standard input closes; the kernel closes it even if the runner was killed.
 * Input lines are `+ pid signal` and `- pid`.
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

/** Kills all registered processes when this process exits, in whatever way. */
export interface Guard {
  watch(pid: number, signal: NodeJS.Signals): void;
  forget(pid: number): void;
  close(): void;
}

/** Starts a small shell process that the terminal's Ctrl-C does not reach. */
export function startGuard(): Guard {
  const shell = spawn("/bin/sh", ["-c", SCRIPT], { stdio: ["pipe", "ignore", "ignore"], detached: true, env: { PATH: "/usr/bin:/bin" } });
  shell.on("error", () => undefined); // there is no shell: an orderly stop works without it
  shell.stdin.on("error", () => undefined);
  shell.unref();
  return {
    watch: (pid, signal) => void shell.stdin.write(`+ ${pid} ${signal.slice(3)}\n`),
    forget: (pid) => void shell.stdin.write(`- ${pid}\n`),
    close: () => void shell.stdin.end(),
  };
}
