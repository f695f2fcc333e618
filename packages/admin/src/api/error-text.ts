import { ColophonError } from "@colophon/client";
import type { TFunction } from "i18next";

/** Codes that the page has words of its own for; for others the service's message is shown. */
const KNOWN = new Set([
  "FORBIDDEN",
  "NOT_FOUND",
  "TOO_MANY_REQUESTS",
  "SERVICE_UNAVAILABLE",
  "PRECONDITION_FAILED",
  "CONFIRMATION_REQUIRED",
]);

/** What went wrong, for a person to read. */
export function errorText(error: unknown, t: TFunction): string {
  if (!(error instanceof ColophonError)) return t("error.unreachable");
  if (error.code === "TOO_MANY_REQUESTS") return t("error.TOO_MANY_REQUESTS", { seconds: error.retryAfterSeconds ?? 60 });
  if (KNOWN.has(error.code)) return t(`error.${error.code}`);
  return [error.message, ...error.details.map(({ field, message }) => `${field}: ${message}`)].join(" — ");
}
