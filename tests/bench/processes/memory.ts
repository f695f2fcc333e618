import { memoryOf, type ProcessMemory } from "../../support/machine/process-tree.ts";

const MEGABYTE = 1024 * 1024;
/** For idle processes. */
const GOALS_MB: Readonly<Record<string, number>> = { supervisor: 45, "services.process": 200 };
/** Where the package contains the programs. */
const PROGRAM = /\/app\/(?:services\/|scripts\/stack\/together\/)?(\S+?)(?:\/src)?(\/main|\/worker)?\.c?js$/;

/** Prints the memory (PSS) of a supervisor and of each process below it. */
export function printMemory(when: string, supervisor: number): void {
  const all = memoryOf(supervisor).filter(({ pssBytes }) => pssBytes > MEGABYTE);
  const parts = all.map((one) => described(nameOf(one, supervisor), one));
  console.log(`  memory, ${when.padEnd(26)} ${megabytes(all.reduce((sum, { pssBytes }) => sum + pssBytes, 0))} MB: ${parts.join(", ")}`);
}

function nameOf({ pid, command }: ProcessMemory, supervisor: number): string {
  if (pid === supervisor) return "supervisor";
  const program = command.map((part) => PROGRAM.exec(part)).find(Boolean);
  return program ? `${program[1]}${program[2] === "/worker" ? " worker" : ""}` : command.join(" ").slice(0, 60);
}

function described(name: string, { pssBytes }: ProcessMemory): string {
  const goal = GOALS_MB[name];
  return `${name} ${megabytes(pssBytes)}${goal === undefined ? "" : ` (goal ${goal})`}`;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}
