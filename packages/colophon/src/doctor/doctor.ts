import { sentenceOf, STATUS } from "../cli/failures.ts";
import { print } from "../cli/terminal.ts";
import { StartError } from "../stack/start-error.ts";
import { checks, type Examination } from "./checks.ts";

/** `colophon doctor`: one line for each requirement of a start: `ok` with what was found, or `--` with the correction. */
export async function examine(context: Examination): Promise<number> {
  let status: number = STATUS.done;
  for (const [name, check] of Object.entries(checks)) {
    try {
      print(context.terminal, `ok  ${name}: ${await check(context)}`);
    } catch (error) {
      const sentence = error instanceof StartError ? error.message : sentenceOf(error);
      if (sentence === null) throw error;
      print(context.terminal, `--  ${name}: ${sentence}`);
      status = STATUS.refused;
    }
  }
  return status;
}
