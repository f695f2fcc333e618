import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { toEnvExample, toEnvTable } from "@colophon/config";
import { ROOT } from "colophon/stack/settings.ts";
import { toApiReference } from "./docs/api.ts";
import { toCliReference } from "./docs/cli.ts";
import { toConfigurationReference } from "./docs/configuration.ts";
import { toRatios, toResultFormat } from "./docs/measured.ts";
import { toMemory, toSizing } from "./docs/sizing.ts";
import { CATALOG } from "@colophon/model/errors";
import { tableOf } from "./docs/table.ts";
import { readBreakingChanges } from "../packages/colophon/src/changes/breaking.ts";

/** Writes the generated parts of the documentation; with `--check` only reports whether they are current. */
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const MARKS = ["<!-- made by scripts/docs.ts -->", "<!-- /made -->"] as const;

const documents = [
  { file: ".env.example", made: () => toEnvExample() },
  { file: "docs/reference/configuration.md", made: within(toConfigurationReference) },
  { file: "docs/reference/environment.md", made: within(toEnvTable) },
  { file: "docs/operate/performance.md", made: within(toRatios, toResultFormat) },
  { file: "docs/operate/sizing.md", made: within(toSizing, toMemory) },
  { file: "docs/operate/upgrading.md", made: within(toBreakingChanges) },
  { file: "docs/reference/cli.md", made: within(toCliReference) },
  { file: "docs/reference/api.md", made: within(toApiReference) },
  { file: "docs/reference/errors.md", made: within(toErrorReference) },
];
const stale = documents.filter(({ file, made }) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const fresh = made(text);
  if (fresh !== text && !values.check) writeFileSync(join(ROOT, file), fresh);
  return fresh !== text;
});
for (const { file } of stale) console.log(values.check ? `${file} is stale: run \`npm run docs:write\`` : `${file} written`);
if (values.check && stale.length > 0) process.exit(1);

/** Replaces the texts between the generation marks of a page; the first maker makes the first one. */
function within(...makers: readonly (() => string)[]): (page: string) => string {
  return (page) => {
    const [before = "", ...parts] = page.split(MARKS[0]);
    const rests = parts.map((part) => part.split(MARKS[1])[1]);
    if (rests.length !== makers.length || rests.includes(undefined))
      throw new Error(`A page needs the marks ${MARKS.join(" … ")}, ${makers.length} times`);
    return [before, ...makers.map((make, at) => `${MARKS[0]}\n\n${make().trim()}\n\n${MARKS[1]}${rests[at]}`)].join("");
  };
}

/** Every error code, in Markdown. */
function toErrorReference(): string {
  const rows = Object.entries(CATALOG).map(([code, [status, message]]) => [`\`${code}\``, String(status), `${message}.`]);
  return tableOf(["Code", "Status", "Meaning"], rows);
}

/** The breaking changes of each release, in Markdown. */
function toBreakingChanges(): string {
  const list = readBreakingChanges();
  const releases = [...new Set(list.map(({ release }) => release))];
  return releases.map((release) => `### ${release}\n\n${linesOf(list.filter((change) => change.release === release))}`).join("\n\n");
}

function linesOf(list: ReturnType<typeof readBreakingChanges>): string {
  return list.map(({ change, action }) => `- ${change} ${action}`).join("\n");
}
