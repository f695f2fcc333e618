/** Answers the commands of `docker` that scripts/compose-update sends, from a file with the running containers, and notes each of them. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

export interface FakeState {
  /** The running containers of each service. */
  readonly containers: Record<string, string[]>;
  /** Services with a port of the host. */
  readonly published: readonly string[];
  /** Services whose new containers don't become ready, and whose single runs are refused. */
  readonly failing: readonly string[];
}

const { FAKE_STATE = "", FAKE_CALLS = "" } = process.env;
const args = process.argv.slice(2);
appendFileSync(FAKE_CALLS, `${args.join(" ")}\n`);
const state: FakeState = JSON.parse(readFileSync(FAKE_STATE, "utf8"));
const last = args.at(-1) ?? "";
const fails = state.failing.includes(last);

const commands: Record<string, () => void> = {
  "compose ps": () => console.log((state.containers[last] ?? []).join("\n")),
  "compose run": () => undefined,
  "compose up": () => {
    const count = Number(/--scale \S+=(\d+)/.exec(args.join(" "))?.[1] ?? 0);
    const running = (state.containers[last] ??= []);
    while (running.length < count) running.push(`${last}-new-${running.length}`);
  },
  inspect: () => console.log(state.published.some((service) => state.containers[service]?.includes(last)) ? "8080/tcp " : ""),
  stop: () => undefined,
  rm: () => {
    for (const [service, running] of Object.entries(state.containers))
      state.containers[service] = running.filter((id) => !args.includes(id));
  },
};

commands[args[0] === "compose" ? `compose ${args[1]}` : (args[0] ?? "")]?.();
writeFileSync(FAKE_STATE, JSON.stringify(state));
process.exitCode = fails && ["up", "run"].includes(args[1] ?? "") ? 1 : 0;
