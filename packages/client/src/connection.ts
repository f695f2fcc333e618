import { toError } from "./error.ts";

/** Where the service is, and as whom to call it. */
export interface ClientOptions {
  /** The service's address, such as `https://cms.example.com`. */
  readonly url: string;
  /** An API key. Without one, a browser's session cookie counts, or nobody calls. */
  readonly apiKey?: string;
  /** Another `fetch`, for tests or time limits. */
  readonly fetch?: typeof globalThis.fetch;
}

/** One call. */
export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}
export type Connection = ReturnType<typeof createConnection>;

const tags = new WeakMap<object, string>();

/** The ETag that a record came with, for `ifMatch`; undefined for what came from a list. */
export function etagOf(record: object): string | undefined {
  return tags.get(record);
}

/** Sends calls and reads answers; whatever is refused is thrown as a ColophonError. */
export function createConnection({ url, apiKey, fetch = globalThis.fetch }: ClientOptions) {
  const base = url.replace(/\/+$/, "");

  function headersOf({ body, headers = {} }: Call): Record<string, string> {
    const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    const isJson = body !== undefined && !(body instanceof FormData);
    return {
      accept: "application/json",
      ...(isJson && { "content-type": "application/json" }),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...Object.fromEntries(sent),
    };
  }

  /** The whole body of the answer, parsed. @throws ColophonError */
  async function send<Body>(path: string, call: Call = {}): Promise<Body> {
    const { method = "GET", body } = call;
    const payload = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const credentials = apiKey === undefined ? "include" : "omit";
    const answer = await fetch(base + path, { method, headers: headersOf(call), credentials, ...payload });
    const parsed = await readJson(answer);
    if (!answer.ok || parsed === undefined) throw toError(answer.status, parsed, answer.headers.get("retry-after"));
    remember(parsed, answer.headers.get("etag"));
    return parsed as Body;
  }

  return {
    send,

    /** What the answer holds as `data`. @throws ColophonError */
    async data<Data>(path: string, call: Call = {}): Promise<Data> {
      return (await send<{ data: Data }>(path, call)).data;
    },
  };
}

function remember(body: unknown, tag: string | null): void {
  const data = typeof body === "object" && body !== null && "data" in body ? body.data : null;
  if (tag !== null && typeof data === "object" && data !== null) tags.set(data, tag);
}

async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a page of somebody between us and the service
  }
}
