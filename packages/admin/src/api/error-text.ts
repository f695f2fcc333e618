import { ColophonError } from "@colophon/client";
import type { TFunction } from "i18next";

/** Error codes with a text in the catalogues; for others the API's message is shown. */
const KNOWN = new Set([
  "FORBIDDEN",
  "NOT_FOUND",
  "TOO_MANY_REQUESTS",
  "SERVICE_UNAVAILABLE",
  "PRECONDITION_FAILED",
  "CONFIRMATION_REQUIRED",
]);

/** The error as a text for users. */
export function errorText(error: unknown, t: TFunction): string {
  if (!(error instanceof ColophonError)) return t("error.unreachable");
  if (error.code === "TOO_MANY_REQUESTS") return t("error.TOO_MANY_REQUESTS", { seconds: error.retryAfterSeconds ?? 60 });
  if (KNOWN.has(error.code)) return t(`error.${error.code}`);
  return [error.message, ...error.details.map(({ field, message }) => `${field}: ${message}`)].join(" — ");
}
