/** One line per code: its HTTP status and the default message. */
export const CATALOG = {
  VALIDATION_ERROR: [400, "The request is not valid"],
  VERSION_INCOMPATIBLE: [400, "The stored version does not fit the current schema"],
  UNAUTHORIZED: [401, "Sign in first, or send a valid API key"],
  FORBIDDEN: [403, "Your role does not allow this"],
  CONFIRMATION_REQUIRED: [403, "This change needs a recent sign-in. Confirm with a code that is sent by mail"],
  NOT_FOUND: [404, "Not found"],
  METHOD_NOT_ALLOWED: [405, "The path does not have this method"],
  REQUEST_TIMEOUT: [408, "The request took too long to arrive"],
  CONFLICT: [409, "The request conflicts with stored data"],
  PRECONDITION_FAILED: [412, "The record has changed since you read it"],
  PAYLOAD_TOO_LARGE: [413, "The request body is too large"],
  UNSUPPORTED_MEDIA_TYPE: [415, "The route does not accept this content type"],
  TOO_MANY_REQUESTS: [429, "Too many requests"],
  HEADERS_TOO_LARGE: [431, "The request's headers are too large"],
  INTERNAL_ERROR: [500, "Internal error"],
  NOT_IMPLEMENTED: [501, "The transfer coding is not supported"],
  SERVICE_UNAVAILABLE: [503, "The service is not available. Try again later"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof CATALOG;
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly details?: readonly ErrorDetail[] };
}
export interface ErrorOptions {
  readonly details?: readonly ErrorDetail[];
  /** Headers of the answer, such as `Allow` or `Retry-After` (lower-case names). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An expected failure. Anything else that is thrown is a bug and becomes a 500 without its message. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message?: string, options: ErrorOptions = {}) {
    super(message ?? CATALOG[code][1], options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.status = CATALOG[code][0];
    this.details = options.details;
    this.headers = { ...(this.status === 503 && { "retry-after": "1" }), ...options.headers };
  }
}

/** The body of every error answer. */
export function toErrorBody(error: Pick<AppError, "code" | "message" | "details">): ErrorBody {
  const { code, message, details } = error;
  return { error: { code, message, ...(details?.length && { details }) } };
}

/** A 400 that names every wrong field. */
export function invalid(details: readonly ErrorDetail[], message?: string): AppError {
  return new AppError("VALIDATION_ERROR", message ?? details[0]?.message, { details });
}

/** The error for a temporary failure, such as a server that can't be reached; an AppError is returned as it is. */
export function unavailable(cause: unknown): AppError {
  return cause instanceof AppError ? cause : new AppError("SERVICE_UNAVAILABLE", undefined, { cause });
}
