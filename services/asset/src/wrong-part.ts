import { invalid, type AppError } from "@colophon/errors";

/** The refusal of a part of an upload, by the part's name. */
export function wrong(field: string, message: string): AppError {
  return invalid([{ field, message }]);
}
