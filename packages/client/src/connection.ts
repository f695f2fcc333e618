import { toError } from "./error.ts";

/** The URL of the service, and the credentials. */
export interface ClientOptions {
  /** The service's URL, such as `https://cms.example.com`. */
  readonly url: string;
  /** An API key. Without a key and a session, a browser sends its session cookie; elsewhere requests are anonymous. */
  readonly apiKey?: string;
  /** The session from `signIn`, for servers, which store no cookie. Use one client for each user. */
  readonly session?: string;
  /** A replacement for `fetch`, for tests or timeouts. */
  readonly fetch?: typeof globalThis.fetch;
}

/** One request. */
export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}
export type Connection = ReturnType<typeof createConnection>;

const COOKIE = "cms_session";
const SESSION = /^[\w.~+/=-]+$/;

const tags = new WeakMap<object, string>();

/** The ETag of a record, for `ifMatch`; undefined for records of a list. */
export function etagOf(record: object): string | undefined {
  return tags.get(record);
}

/** Sends requests and reads answers; error answers are thrown as ColophonError. */
export function createConnection({ url, apiKey, session, fetch = globalThis.fetch }: ClientOptions) {
  const base = url.replace(/\/+$/, "");
  if (session !== undefined && !SESSION.test(session)) throw new TypeError("session is not what signIn gave");

  function headersOf({ body, headers = {} }: Call): Record<string, string> {
    const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
    const isJson = body !== undefined && !(body instanceof FormData);
    return {
      accept: "application/json",
      ...(isJson && { "content-type": "application/json" }),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(apiKey === undefined && session !== undefined && { cookie: `${COOKIE}=${session}` }),
      ...Object.fromEntries(sent),
    };
  }

  async function call(path: string, { method = "GET", ...rest }: Call, signal?: AbortSignal): Promise<Response> {
    const { body } = rest;
    const payload = body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) };
    const credentials = apiKey === undefined ? "include" : "omit";
    return fetch(base + path, { method, headers: headersOf(rest), credentials, ...payload, ...(signal && { signal }) });
  }

  async function read(answer: Response): Promise<{ text: string; json: unknown }> {
    const text = await answer.text();
    const json = parse(text);
    if (!answer.ok) throw toError(answer.status, json, answer.headers.get("retry-after"));
    return { text, json };
  }

  /** The parsed body of the answer, and the session in its cookies. @throws ColophonError */
  async function sendForSession(path: string, asked: Call): Promise<{ readonly body: unknown; readonly session: string | undefined }> {
    const answer = await call(path, asked);
    const { json } = await read(answer);
    if (json === undefined) throw toError(answer.status, json, null);
    remember(json, answer.headers.get("etag"));
    return { body: json, session: sessionIn(answer) };
  }

  /** The parsed body of the answer. @throws ColophonError */
  const send = async <Body>(path: string, asked: Call = {}): Promise<Body> => (await sendForSession(path, asked)).body as Body;

  return {
    send,
    sendForSession,

    /** The `data` of the answer. @throws ColophonError */
    async data<Data>(path: string, asked: Call = {}): Promise<Data> {
      return (await send<{ data: Data }>(path, asked)).data;
    },

    /** An answer whose body is read as it comes. @throws ColophonError */
    async open(path: string, headers: Call["headers"], signal: AbortSignal): Promise<Response> {
      const answer = await call(path, { ...(headers && { headers }) }, signal);
      if (!answer.ok) await read(answer);
      return answer;
    },

    /** The body of any answer: its JSON, else its text. @throws ColophonError */
    async any(path: string, asked: Call): Promise<unknown> {
      const { text, json } = await read(await call(path, asked));
      return json === undefined ? text : json;
    },
  };
}

/** The session in the answer's cookies; browsers hide them from scripts. */
function sessionIn(answer: Response): string | undefined {
  const cookie = answer.headers.getSetCookie().find((header) => header.startsWith(`${COOKIE}=`));
  return cookie?.slice(COOKIE.length + 1).split(";")[0] || undefined;
}

function remember(body: unknown, tag: string | null): void {
  const data = typeof body === "object" && body !== null && "data" in body ? body.data : null;
  if (tag !== null && typeof data === "object" && data !== null) tags.set(data, tag);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: an error page of a proxy, for example
  }
}
