import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { eventually } from "../support/eventually.ts";

const run = promisify(execFile);
const LAST_LINES = 20;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Whether a Docker engine is reachable. */
export function hasDocker(): boolean {
  return spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;
}

/** The environment variables that tell `docker` where the engine is. */
export function dockerVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) => (name.startsWith("DOCKER_") ? [[name, value]] : [])),
  );
}

/** Docker commands for one Compose project. */
export type Docker = ReturnType<typeof createDocker>;

/** Runs `docker` and `docker compose` in `folder` with these variables. */
export function createDocker(folder: string, variables: Readonly<Record<string, string>>) {
  const options = { cwd: folder, env: { ...process.env, ...variables }, maxBuffer: MAX_OUTPUT_BYTES };

  async function call(command: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(command, args, options).catch((error: unknown) => {
      const output = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
      throw new Error(`${command} ${args.join(" ")} failed:\n${output.trim().split("\n").slice(-LAST_LINES).join("\n")}`);
    });
    return stdout;
  }
  const docker = (...args: string[]): Promise<string> => call("docker", args);
  const compose = (...args: string[]): Promise<string> => docker("compose", ...args);

  async function containersOf(service: string): Promise<string[]> {
    return (await compose("ps", "--quiet", service)).split("\n").filter(Boolean);
  }

  /** Runs a script with `node -e` inside a container. @returns its output */
  const evaluate = (container: string, script: string): Promise<string> => docker("exec", container, "node", "-e", script);

  return {
    docker,
    compose,
    /** Runs a command line in a shell. @returns its output */
    shell: (line: string): Promise<string> => call("sh", ["-c", line]),
    containersOf,
    evaluate,

    /** The output of `docker compose logs mail`: all mails that the mail catcher received. */
    mailLog: (): Promise<string> => compose("logs", "--no-log-prefix", "mail"),

    /** The log lines of all containers, as their processes wrote them. */
    logs: (): Promise<string> => compose("logs", "--no-color", "--no-log-prefix"),

    async untilHealthy(container: string): Promise<void> {
      const status = async () =>
        (await docker("inspect", container, "--format", "{{if .State.Health}}{{.State.Health.Status}}{{end}}")).trim();
      await eventually(status, { what: `${container} is healthy`, limitMs: 900_000, everyMs: 250, accepts: (seen) => seen === "healthy" });
    },
  };
}
