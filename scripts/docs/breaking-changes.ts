import { readBreakingChanges } from "../../packages/colophon/src/changes/breaking.ts";

/** The breaking changes of each release, in Markdown. */
export function toBreakingChanges(): string {
  const list = readBreakingChanges();
  const releases = [...new Set(list.map(({ release }) => release))];
  return releases.map((release) => `### ${release}\n\n${linesOf(list.filter((one) => one.release === release))}`).join("\n\n");
}

function linesOf(list: ReturnType<typeof readBreakingChanges>): string {
  return list.map(({ change, action }) => `- ${change} ${action}`).join("\n");
}
