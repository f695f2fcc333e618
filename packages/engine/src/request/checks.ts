/** Runs the `validate` functions that a project gave its fields. */
import type { Pass } from "./fields.ts";

/**
 * Awaits every check that waits in the pass; a sentence it returns, or a HookError it throws, becomes a problem at its
 * field. Checks see the data parsed so far; they don't run on null or on a value that is wrong already.
 */
export async function runChecks(pass: Pass, entity: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  for (const { path, definition, value } of pass.checks) {
    const said = await askCheck(() => definition.validate?.(value, { field: path, entity, data: { ...data } }));
    if (said !== null) pass.problems.push({ field: path, message: said });
  }
}

async function askCheck(check: () => unknown): Promise<string | null> {
  try {
    const said = await check();
    if (typeof said === "string") return said;
    return said === false ? "is not valid" : null;
  } catch (error) {
    if (error instanceof Error && error.name === "HookError") return error.message;
    throw error;
  }
}
