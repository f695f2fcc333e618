import { AppError, type ErrorCode, type ErrorDetail } from "@colophon/model/errors";

/** In the order of the refusals of a request. */
const STAGES: readonly ErrorCode[] = [
  "VALIDATION_ERROR",
  "VERSION_INCOMPATIBLE",
  "NOT_FOUND",
  "PRECONDITION_FAILED",
  "FORBIDDEN",
  "CONFLICT",
];

/** One error for many records, by their index in a list of the request: its status is that of the earliest stage, and each of the records is named. */
export function refusalOf(list: "ids" | "data", refused: ReadonlyMap<number, AppError>): AppError {
  const inOrder = [...refused].toSorted(([a], [b]) => a - b);
  const [first] = inOrder.map(([, error]) => error).toSorted((a, b) => STAGES.indexOf(a.code) - STAGES.indexOf(b.code));
  const details = inOrder.flatMap(([index, error]) => detailsAt(`${list}[${index}]`, error));
  return new AppError(first?.code ?? "INTERNAL_ERROR", first?.message, { details, cause: first });
}

function detailsAt(place: string, { details = [], message }: AppError): readonly ErrorDetail[] {
  if (details.length === 0) return [{ field: place, message }];
  return details.map((detail) => ({ ...detail, field: detail.field === "" ? place : `${place}.${detail.field}` }));
}
