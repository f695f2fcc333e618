/** Checks form data: all wrong fields are reported together. */
import { invalid } from "@colophon/errors";
import type { z } from "zod";

type Form = Readonly<Record<string, unknown>>;

/** The values of a form by its schema. @throws VALIDATION_ERROR with one detail for each wrong field */
export function parseForm<T>(schema: z.ZodType<T>, form: Form): T {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap(toDetails);
  throw invalid(details.filter(({ field }, at) => details.findIndex((other) => other.field === field) === at)); // one for each
}

function toDetails(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((field) => ({ field, message: `${field} is not a known field` }));
  return [{ field: issue.path.join("."), message: issue.message }];
}
