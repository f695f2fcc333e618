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
  "INTERNAL_ERROR",
  "REQUEST_TIMEOUT",
]);

/** The error as a text for users, with its details. */
export function errorText(error: unknown, t: TFunction): string {
  const details = error instanceof ColophonError && !KNOWN.has(error.code) ? error.details : [];
  return [errorSummary(error, t), ...details.map(({ field, message }) => `${field}: ${message}`)].join(" — ");
}

/** The error without its details, for forms, which show them at their fields. */
export function errorSummary(error: unknown, t: TFunction): string {
  if (!(error instanceof ColophonError)) return t("error.unreachable");
  const { code, message, details, retryAfterSeconds } = error;
  if (KNOWN.has(code)) return t(`error.${code}`, { seconds: retryAfterSeconds ?? 60 });
  return code === "VALIDATION_ERROR" && details.length > 0 ? t("error.VALIDATION_ERROR") : message; // the message is that of the first detail
}
