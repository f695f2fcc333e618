import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { examine } from "../src/doctor.ts";
import { ROOT } from "../src/stack/settings.ts";

/** What `colophon doctor` prints with these variables, and its exit code. */
export async function runDoctor(
  own: Readonly<Record<string, string>>,
  options: { mailTo?: string } = {},
): Promise<{ status: number; lines: readonly string[] }> {
  const [stdin, stdout, stderr] = [Readable.from([]), new PassThrough(), new PassThrough()];
  const printed = text(stdout);
  const variables = { CMS_CONFIG: join(ROOT, "cms.config.ts"), HOST: "127.0.0.1", ...own };
  const status = await examine({ variables, terminal: { stdin, stdout, stderr }, signal: new AbortController().signal, ...options });
  stdout.end();
  return { status, lines: (await printed).split("\n").filter((line) => /^(?:ok|--) {2}/.test(line)) };
}
