/** One bad field of a body, or one bad parameter. */
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

/** What the service refused, and why. A connection that fails throws what `fetch` throws. */
export class ColophonError extends Error {
  override readonly name = "ColophonError";
  readonly status: number;
  /** One of the service's codes, such as `VALIDATION_ERROR`, or `UNKNOWN` where somebody else answered. */
  readonly code: string;
  /** Every bad field, where fields are bad; else empty. */
  readonly details: readonly ErrorDetail[];
  /** How long to wait before the next try, where the service says so. */
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

/** The error that an answer tells of, also where it is none of the service's. */
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
