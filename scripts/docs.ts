import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { toEnvExample, toEnvTable } from "@colophon/config";
import { ROOT } from "./stack/settings.ts";

/** Writes what the documentation takes from the code; with `--check` only says whether it is fresh. */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const MARKS = ["<!-- variables: made by scripts/docs.ts -->", "<!-- /variables -->"] as const;

const documents = [
  { file: ".env.example", made: () => toEnvExample() },
  { file: "README.md", made: (text: string) => between(text, `\n${toEnvTable().trim()}\n`) },
];
const stale = documents.filter(({ file, made }) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const fresh = made(text);
  if (fresh !== text && !values.check) writeFileSync(join(ROOT, file), fresh);
  return fresh !== text;
});
for (const { file } of stale) console.log(values.check ? `${file} is stale: run \`node scripts/docs.ts\`` : `${file} written`);
if (values.check && stale.length > 0) process.exit(1);

function between(text: string, inner: string): string {
  const [before, rest] = text.split(MARKS[0]);
  const after = rest?.split(MARKS[1])[1];
  if (before === undefined || after === undefined) throw new Error(`README.md needs the marks ${MARKS.join(" … ")}`);
  return before + MARKS[0] + inner + MARKS[1] + after;
}
