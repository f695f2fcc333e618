import { invalid } from "@colophon/errors";
import type { z } from "zod";
import type { Data } from "../hooks/hooks.ts";

/** The values of a body by its shape; keys that begin with `_` are ignored. @throws VALIDATION_ERROR with every wrong field */
export function formIn<Shape extends z.ZodObject>(shape: Shape, body: Data): z.output<Shape> {
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(shape.shape, key) && !key.startsWith("_"));
  const details = unknown.map((field) => ({ field, message: "is not a known field" }));
  const parsed = shape.safeParse(body);
  for (const { path, message } of parsed.error?.issues ?? []) details.push({ field: toField(path), message });
  if (details.length > 0 || !parsed.success) throw invalid(details, "Some fields are not valid");
  return parsed.data;
}

/** `seo.title`, `ids[3]`. */
function toField(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .slice(1);
}
