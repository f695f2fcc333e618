/** Runs the shell examples of a page in a shell. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { repeating503 } from "../support/http/repeat-503.ts";
import type { Block } from "./blocks.ts";

/** A command, its HTTP status if there is one, and the received body. */
export interface Reply {
  readonly command: string;
  readonly status: number;
  readonly body: any;
}
export interface Reader {
  /** The URL that replaces `localhost:8080` of a page. */
  readonly url: string;
  /** The working directory of the commands. */
  readonly folder: string;
  /** The address that replaces `you@example.com` of a page. */
  readonly email: string;
  readMail(): Promise<string>;
}

const ASSIGNMENT = /^([A-Z]+)=(\S*…|123456)$/;
/** Makes curl print the HTTP status, and the header Retry-After, to standard error. */
const CURL = `curl() { command curl --write-out '%{stderr}%{http_code} %header{retry-after}' "$@"; }`;

/** Creates a function that runs the examples of one page in their order. */
export function createSession({ url, folder, email, readMail }: Reader) {
  const variables: Record<string, string> = {};
  let last: any;

  async function runOnce(command: string): Promise<Reply & { readonly headers: Headers }> {
    const own = command.replaceAll("localhost:8080", new URL(url).host).replaceAll("you@example.com", email);
    const env = { ...process.env, ...variables, NODE_OPTIONS: "" };
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", `${CURL}\n${own}`], { cwd: folder, env });
    const [status, retryAfter = ""] = stderr.split(" ");
    const body = stdout.startsWith("{") ? JSON.parse(stdout) : stdout;
    return { command, status: Number(status), headers: new Headers({ "retry-after": retryAfter }), body };
  }

  async function runCommand(command: string): Promise<Reply> {
    const reply = await repeating503(() => runOnce(command));
    last = reply.body;
    return reply;
  }

  /** Runs an example. An abbreviated value (`ID=01…`) is replaced by the id of the previous answer. */
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

/** The differences of an answer from the shown answer: missing members, and values of another type. */
export function lackingIn(answer: unknown, shown: unknown, path = "answer"): readonly string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer) || answer.length < shown.length) return [`${path} has fewer than ${shown.length} items`];
    return shown.flatMap((member, index) => lackingIn(answer[index], member, `${path}[${index}]`));
  }
  if (typeof shown !== "object" || shown === null) return typeof answer === typeof shown ? [] : [`${path} is ${JSON.stringify(answer)}`];
  if (typeof answer !== "object" || answer === null) return [`${path} is ${JSON.stringify(answer)}`];
  return Object.entries(shown).flatMap(([name, value]) => lackingIn(Reflect.get(answer, name), value, `${path}.${name}`));
}
