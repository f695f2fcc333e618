/** A pass over a body, and the `validate` functions of a project's fields that it runs. */
import { type Pass, startPass as start, type PassOptions } from "@colophon/model";
import { patternOf } from "@colophon/config";

/**
 * Runs all checks that the pass has collected. A returned sentence, or a thrown HookError, becomes a problem of the field. Checks see the
 * data parsed so far; they don't run on null or on a value that is already wrong.
 */
export async function runChecks(pass: Pass, entity: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  for (const { path, definition, value } of pass.checks) {
    const result = await askCheck(() => definition.validate?.(value, { field: path, entity, data: { ...data } }));
    if (result !== null) pass.problems.push({ field: path, message: result });
  }
}

async function askCheck(check: () => unknown): Promise<string | null> {
  try {
    const result = await check();
    if (typeof result === "string") return result;
    return result === false ? "is not valid" : null;
  } catch (error) {
    if (error instanceof Error && error.name === "HookError") return error.message;
    throw error;
  }
}

/** A new pass over a body. */
export function startPass(options: Omit<PassOptions, "patternOf">): Pass {
  return start({ ...options, patternOf });
}
