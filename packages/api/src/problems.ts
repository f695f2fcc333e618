import { UNKNOWN_FIELD } from "@colophon/model";
import { invalid } from "@colophon/model/errors";
import type { z } from "zod";

/** What is wrong with a value of a request, as in the `details` of an error. */
interface Problem {
  /** `seo.title`, `ids[3]`. */
  readonly field: string;
  readonly message: string;
}

/** The problems that a shape found: the first of each field. */
export function problemsOf({ issues }: Pick<z.ZodError, "issues">): readonly Problem[] {
  const all = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? unknownFields(issue.keys.map((key) => fieldAt([...issue.path, key])))
      : [{ field: fieldAt(issue.path), message: issue.message }],
  );
  return [...new Map(all.toReversed().map((problem) => [problem.field, problem])).values()].toReversed();
}

/** The values of a body by its shape. @throws VALIDATION_ERROR with one detail for each wrong field */
export function parseForm<T>(shape: z.ZodType<T>, form: Readonly<Record<string, unknown>>): T {
  const parsed = shape.safeParse(form);
  if (parsed.success) return parsed.data;
  throw invalid(problemsOf(parsed.error));
}

/** The problems of fields that nothing knows. */
export function unknownFields(fields: readonly string[]): Problem[] {
  return fields.map((field) => ({ field, message: UNKNOWN_FIELD }));
}

function fieldAt(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}
