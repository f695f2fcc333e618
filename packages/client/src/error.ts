/** An invalid field of a body, or an invalid parameter. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number | undefined;
}

/** An error answer of the service. Network errors are those of `fetch`. */
export class ColophonError extends Error {
  override readonly name = "ColophonError";
  readonly status: number;
  /** A code of the service, such as `VALIDATION_ERROR`, or `UNKNOWN` if the answer is from somewhere else. */
  readonly code: string;
  /** All invalid fields; empty for other errors. */
  readonly details: readonly ErrorDetail[];
  /** Seconds until the next try, if the service says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, details = [], retryAfterSeconds }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: readonly ErrorDetail[] };
}

/** The error for an answer, even if the answer is not from the service. */
export function toError(status: number, body: unknown, retryAfter: string | null): ColophonError {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as ErrorBody;
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ColophonError({
    status,
    code: error?.code ?? "UNKNOWN",
    message: error?.message ?? `The service answered ${status}`,
    details: error?.details ?? [],
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}
