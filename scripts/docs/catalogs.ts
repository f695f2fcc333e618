import { CATALOG } from "@colophon/model/errors";
import { tableOf } from "./table.ts";
import { readBreakingChanges } from "../../packages/colophon/src/changes/breaking.ts";

/** Every error code, in Markdown. */
export function toErrorReference(): string {
  const rows = Object.entries(CATALOG).map(([code, [status, message]]) => [`\`${code}\``, String(status), `${message}.`]);
  return tableOf(["Code", "Status", "Meaning"], rows);
}

/** The breaking changes of each release, in Markdown. */
export function toBreakingChanges(): string {
  const list = readBreakingChanges();
  const releases = [...new Set(list.map(({ release }) => release))];
  return releases.map((release) => `### ${release}\n\n${linesOf(list.filter((one) => one.release === release))}`).join("\n\n");
}

function linesOf(list: ReturnType<typeof readBreakingChanges>): string {
  return list.map(({ change, action }) => `- ${change} ${action}`).join("\n");
}
