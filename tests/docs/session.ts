/** Types the shell examples of pages into a real shell, as a reader does. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Block } from "./blocks.ts";

/** A command, its HTTP status if there is one, and the received body. */
export interface Reply {
  readonly command: string;
  readonly status: number;
  readonly body: any;
}
export interface Reader {
  /** Where the site is that a page calls `localhost:8080`. */
  readonly url: string;
  /** Where the reader's files are. */
  readonly folder: string;
  /** The address that a page calls `you@example.com`. */
  readonly email: string;
  readMail(): Promise<string>;
}

const ASSIGNMENT = /^([A-Z]+)=(\S*…|123456)$/;
/** Prints the status of each answer to the other channel. */
const CURL = `curl() { command curl --write-out '%{stderr}%{http_code}' "$@"; }`;

/** A reader who follows one page from its first example on. */
export function createSession({ url, folder, email, readMail }: Reader) {
  const variables: Record<string, string> = {};
  let last: any;

  async function runCommand(command: string): Promise<Reply> {
    const own = command.replaceAll("localhost:8080", new URL(url).host).replaceAll("you@example.com", email);
    const env = { ...process.env, ...variables, NODE_OPTIONS: "" };
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", `${CURL}\n${own}`], { cwd: folder, env });
    const isJson = stdout.startsWith("{");
    last = isJson ? JSON.parse(stdout) : stdout;
    return { command, status: Number(stderr), body: last };
  }

  /** Types an example; a value that the page shortens is that of the answer before. */
  return async function type({ text }: Block): Promise<readonly Reply[]> {
    const replies: Reply[] = [];
    for (const command of text.replaceAll("\\\n", "").split("\n").filter(Boolean)) {
      const [, name, shown] = ASSIGNMENT.exec(command) ?? [];
      if (name === undefined) replies.push(await runCommand(command));
      else variables[name] = shown === "123456" ? await readMail() : String(last?.data?.id ?? last?.data?.authRequestId);
    }
    return replies;
  };
}

/** The parts of the shown answer that the actual answer lacks: the same members, of the same types. */
export function lackingIn(answer: unknown, shown: unknown, path = "answer"): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer) || answer.length < shown.length) return [`${path} has not ${shown.length} members`];
    return shown.flatMap((member, index) => lackingIn(answer[index], member, `${path}[${index}]`));
  }
  if (typeof shown !== "object" || shown === null) return typeof answer === typeof shown ? [] : [`${path} is ${JSON.stringify(answer)}`];
  if (typeof answer !== "object" || answer === null) return [`${path} is ${JSON.stringify(answer)}`];
  return Object.entries(shown).flatMap(([name, value]) => lackingIn(Reflect.get(answer, name), value, `${path}.${name}`));
}
