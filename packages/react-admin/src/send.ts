export interface ConnectionOptions {
  /** The service's URL, such as `https://cms.example.com`; empty if it also serves the page. */
  readonly url: string;
  /** An API key; without one the browser's session cookie is used. */
  readonly apiKey?: string;
  readonly fetch?: typeof globalThis.fetch;
}
interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}
type Refusal = { readonly [Key in "code" | "message"]?: string } & { readonly details?: readonly Record<"field" | "message", string>[] };

/** The error type of react-admin: forms show `body.errors` at their fields. */
export class RefusedError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly body: { readonly code: string; readonly errors: Readonly<Record<string, string>> };

  constructor(status: number, { code = "UNKNOWN", message = `The service answered ${status}`, details = [] }: Refusal = {}) {
    super(message);
    this.status = status;
    this.body = { code, errors: Object.fromEntries(details.map((detail) => [detail.field, detail.message])) };
  }
}

export type Send = ReturnType<typeof createSend>;

/** Sends requests; error answers are thrown as RefusedError. */
export function createSend({ url, apiKey, fetch = globalThis.fetch }: ConnectionOptions) {
  return async <Body>(path: string, { method = "GET", body, signal }: Call = {}): Promise<Body> => {
    const payload = body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body);
    const headers = {
      ...(typeof payload === "string" && { "content-type": "application/json" }),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    };
    const credentials = apiKey === undefined ? "include" : "omit";
    const answer = await fetch(url.replace(/\/+$/, "") + path, { method, headers, credentials, signal: signal ?? null, body: payload });
    const json = (await answer.json().catch(() => null)) as { readonly error?: Refusal } | null;
    if (!answer.ok || json === null) throw new RefusedError(answer.status, json?.error);
    return json as Body;
  };
}
