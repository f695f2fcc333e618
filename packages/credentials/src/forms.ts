/** Checks form data: all wrong fields are reported together. */
import { problemsOf } from "@colophon/api";
import { invalid } from "@colophon/model/errors";
import type { z } from "zod";

type Form = Readonly<Record<string, unknown>>;

/** The values of a form by its schema. @throws VALIDATION_ERROR with one detail for each wrong field */
export function parseForm<T>(schema: z.ZodType<T>, form: Form): T {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  throw invalid(problemsOf(parsed.error));
}
