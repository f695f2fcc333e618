import { problemsOf, unknownFields } from "@colophon/api";
import { invalid } from "@colophon/model/errors";
import { isMeta } from "@colophon/model";
import type { z } from "zod";

/** The values of a body by its shape; keys that begin with `_` are ignored. @throws VALIDATION_ERROR with every wrong field */
export function formIn<Shape extends z.ZodObject>(shape: Shape, body: Readonly<Record<string, unknown>>): z.output<Shape> {
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(shape.shape, key) && !isMeta(key));
  const parsed = shape.safeParse(body);
  const details = [...unknownFields(unknown), ...(parsed.success ? [] : problemsOf(parsed.error))];
  if (details.length > 0 || !parsed.success) throw invalid(details, "Some fields are not valid");
  return parsed.data;
}
