import { memoryOf, type ProcessMemory } from "../../support/machine/process-tree.ts";
import { figureOf } from "../results/quantities.ts";
import type { Measurement } from "../suite.ts";

const MEGABYTE = 1024 * 1024;
/** For idle processes. */
const GOALS_MB: Readonly<Record<string, number>> = { supervisor: 45, "services.process": 200 };
/** Where the package contains the programs. */
const PROGRAM = /\/app\/(?:services\/|scripts\/stack\/together\/)?(\S+?)(?:\/src)?(\/main|\/worker)?\.c?js$/;

/** The memory (PSS) of a supervisor and of each process below it, after the sum. */
export function memoryRows(workload: string, mode: string, supervisor: number): readonly Measurement[] {
  const all = memoryOf(supervisor).filter(({ pssBytes }) => pssBytes > MEGABYTE);
  const sum = all.reduce((bytes, { pssBytes }) => bytes + pssBytes, 0);
  const row = (subject: string, bytes: number, goal?: number): Measurement => {
    return { workload, subject, figures: { megabytes: figureOf([bytes / MEGABYTE], goal) } };
  };
  const parts = all.map((one) => ({ name: nameOf(one, supervisor), bytes: one.pssBytes }));
  return [row(mode, sum), ...parts.map(({ name, bytes }) => row(`${mode}: ${name}`, bytes, GOALS_MB[name]))];
}

function nameOf({ pid, command }: ProcessMemory, supervisor: number): string {
  if (pid === supervisor) return "supervisor";
  const program = command.map((part) => PROGRAM.exec(part)).find(Boolean);
  return program ? `${program[1]}${program[2] === "/worker" ? " worker" : ""}` : command.join(" ").slice(0, 60);
}
