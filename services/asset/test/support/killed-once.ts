import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A program whose first process is killed from outside after it has printed `first`; the next ones are those of `program`. */
export function killedOnce(program: string, first: unknown): { readonly program: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "colophon-killed-"));
  const file = join(folder, "child.mjs");
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
    const mark = ${JSON.stringify(join(folder, "mark"))};
    if (existsSync(mark)) await import(${JSON.stringify(pathToFileURL(program))});
    else {
      writeFileSync(mark, "");
      process.send(${JSON.stringify(first)}, () => process.kill(process.pid, "SIGKILL"));
    }`,
  );
  return { program: file, remove: () => rmSync(folder, { recursive: true }) };
}
