/** A project outside this repository, with its own package manager and Node.js. */
import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "../support/eventually.ts";

const COMMAND_MS = 1_800_000;
/** What the tests of a new project print. */
export const PASSED = /pass 2\n[^]*fail 0/;
const READY = /Colophon is ready at (\S+)/;

type Variables = Readonly<Record<string, string>>;
export type Project = ReturnType<typeof projectIn>;
export type Running = Awaited<ReturnType<Project["start"]>>;

/** @param bins - the first folders of the PATH: those of Node.js, and of the package manager if it isn't npm */
export function projectIn(folder: string, bins: readonly string[], variables: Variables, program = "npm") {
  const path = [...bins, ...(process.env["PATH"] ?? "").split(":").filter((place) => !place.includes("node_modules"))].join(":");
  const env = { HOME: folder, ...variables, PATH: path, PORT: "0", HOST: "127.0.0.1" };
  return {
    program,
    /** Runs a command and waits until it exits. @throws Error with its output */
    async run(command: string, args: readonly string[], variables: Variables = {}): Promise<string> {
      const all = { cwd: folder, env: { ...env, ...variables }, timeout: COMMAND_MS, maxBuffer: 1e8 };
      const { stdout } = await promisify(execFile)(command, [...args], all);
      return stdout;
    },
    /** Its script `start`, or another one, until it prints its URL. */
    async start(variables: Variables = {}, script = "start") {
      const child = spawn(program, ["run", script], { cwd: folder, env: { ...env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
      const look = () => READY.exec(printed)?.[1] ?? (child.exitCode === null ? null : Promise.reject(new Error(printed)));
      const url = await eventually(look, { what: `the project is ready:\n${printed}`, limitMs: COMMAND_MS, everyMs: 100 });
      return {
        url,
        async stop(): Promise<void> {
          child.kill("SIGTERM");
          await ended;
        },
      };
    },
    /** The code in the newest mail. */
    lastCode: () => eventually(() => codeIn(join(folder, ".data/mails"))),
  };
}

function codeIn(mails: string): string | undefined {
  const last = readdirSync(mails).toSorted().at(-1);
  return last && /^\D*(\d{6})\D*$/m.exec(readFileSync(join(mails, last), "utf8"))?.[1];
}
