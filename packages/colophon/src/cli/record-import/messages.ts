/** Messages of an import about its work. */
import { countOf } from "../progress.ts";
import type { Problem } from "../records/rows.ts";
import type { CommandContext } from "../site.ts";
import { print, printMessage } from "../terminal.ts";

export interface Counts {
  created: number;
  updated: number;
  kept: number;
}

const NAMED = 20;

export function printProblems({ terminal }: CommandContext, problems: readonly Problem[]): void {
  for (const { place, message } of problems.slice(0, NAMED)) printMessage(terminal, `- ${place}: ${message}`);
  if (problems.length > NAMED) printMessage(terminal, `- and ${countOf(problems.length - NAMED)} more`);
}

export function printCounts({ terminal }: CommandContext, name: string, { created, updated, kept }: Counts, isDry: boolean): void {
  const parts = [
    `${countOf(created)} ${isDry ? "to create" : "created"}`,
    updated > 0 && `${countOf(updated)} ${isDry ? "to update" : "updated"}`,
    kept > 0 && `${countOf(kept)} existing, kept`,
  ];
  print(terminal, `${name}: ${parts.filter((part) => part !== false).join(", ")}`);
  if (isDry) printMessage(terminal, "Nothing was changed: this was a dry run.");
}
