import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { QUANTITY_NAMES } from "./quantities.ts";

/** The result of the last release, as `--json` wrote it. */
export const RELEASE_FILE = join(import.meta.dirname, "release.json");

const number = z.number();
const figure = z.strictObject({
  median: number,
  low: number,
  high: number,
  goal: number.optional(),
});

const rowShape = z.strictObject({
  suite: z.string().describe("the name of the suite, as in `--list`"),
  workload: z.string().describe("what was asked for"),
  subject: z.string().describe("what was measured, such as `Colophon` or `ceiling`"),
  figures: z
    .partialRecord(z.enum(QUANTITY_NAMES), figure)
    .describe("by quantity: the median, the lowest and the highest value of the rounds, and the goal if there is one"),
  cpuMicros: z
    .record(z.string(), number)
    .optional()
    .describe("by process, with its children: microseconds of processor time a request, the median of the rounds"),
  to: z.string().optional().describe("the subject that the ratios refer to; usually `ceiling`"),
  failed: z.int().min(0).optional().describe("requests without an answer, or with an error"),
});
export type Row = z.infer<typeof rowShape>;

export const resultShape = z.strictObject({
  format: z.literal(1).describe("changes with these names"),
  date: z.iso.datetime().describe("the end of the run"),
  machine: z
    .strictObject({ processor: z.string(), cores: z.int(), memoryMegabytes: z.int(), load: z.array(number).length(3) })
    .describe("the processor, its cores, the memory, and the load of 1, 5 and 15 minutes before the run"),
  versions: z
    .strictObject({ colophon: z.string(), node: z.string(), postgres: z.string(), redis: z.string() })
    .describe("of Colophon and what it ran on"),
  options: z
    .strictObject({
      seconds: number,
      rounds: z.int(),
      connections: z.int(),
      answerCache: z.enum(["on", "off", "both"]),
      processes: z.enum(["one", "separate"]),
    })
    .describe("how it was run"),
  rows: z.array(rowShape).describe("one for each workload and subject"),
});
export type Result = z.infer<typeof resultShape>;

/** @throws Error that names what doesn't match the schema */
export function readResult(file: string): Result {
  const parsed = resultShape.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success) throw new Error(`${file} is no result of this benchmark:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export function writeResult(file: string, result: Result): void {
  writeFileSync(file, `${JSON.stringify(resultShape.parse(result), rounded, 2)}\n`);
}

/** Four significant digits are more than a measurement has. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

/** The members of a result and of its rows, with their meaning. */
export function describedMembers(): readonly { readonly name: string; readonly meaning: string }[] {
  const described = (shape: Readonly<Record<string, z.ZodType>>, prefix: string) =>
    Object.entries(shape).map(([name, type]) => ({ name: prefix + name, meaning: type.description ?? "" }));
  return [...described(resultShape.shape, ""), ...described(rowShape.shape, "rows[].")];
}
