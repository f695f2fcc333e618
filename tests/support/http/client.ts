import type { Contract } from "./contract.ts";
import { repeating503 } from "./repeat-503.ts";

/** An answer with its body. `data` and `error` are the members of the body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The whole body, if it is JSON. */
  readonly body: Json;
  readonly data: Json;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: readonly { readonly field: string; readonly message: string }[];
  };
}

/** JSON whose type only the assertions check. */
export type Json = any;

/** A caller with fixed headers. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Any method, and a body that is sent unchanged. */
  send(
    method: string,
    path: string,
    options?: { readonly body?: string | Uint8Array<ArrayBuffer>; readonly headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The same caller with more headers. */
  with(headers: Record<string, string>): Client;
  /** The same caller with another URL. */
  at(url: string): Client;
  /** The same caller, whose answers are checked against another contract. */
  withContract(contract: Contract): Client;
  /** The same caller without retries after a 503. */
  withoutRetries(): Client;
}

export interface ClientOptions {
  /** The contract that each answer is checked against. */
  readonly contract?: Contract;
  /** Whether requests are repeated after a 503; the default is true. */
  readonly retries503?: boolean;
}

/** A caller of the gateway at `url`. */
export function createClient(url: string, own: Record<string, string> = {}, options: ClientOptions = {}): Client {
  const { contract, retries503 = true } = options;
  const sendOnce: Client["send"] = async (method, path, { body, headers } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...own, ...headers },
      ...(body !== undefined && { body }),
      redirect: "manual",
    });
    const read = await readAnswer(answer);
    contract?.({
      method,
      path,
      sent: typeof body === "string" ? body : undefined,
      status: read.status,
      headers: read.headers,
      text: read.text,
    });
    return read;
  };
  const send: Client["send"] = (...given) => (retries503 ? repeating503(() => sendOnce(...given)) : sendOnce(...given));
  const sendJson = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    body === undefined
      ? send(method, path, { headers })
      : send(method, path, { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });
  return {
    get: (path, headers = {}) => send("GET", path, { headers }),
    post: (path, body, headers) => sendJson("POST", path, body, headers),
    put: (path, body, headers) => sendJson("PUT", path, body, headers),
    delete: (path, headers = {}) => send("DELETE", path, { headers }),
    send,
    with: (headers) => createClient(url, { ...own, ...headers }, options),
    at: (other) => createClient(other, own, options),
    withContract: (other) => createClient(url, own, { ...options, contract: other }),
    withoutRetries: () => createClient(url, own, { ...options, retries503: false }),
  };
}

async function readAnswer(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get("content-type") ?? "") && text !== "";
  const body: Json = isJson ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: answer.headers, text, body, data: body?.data, error: body?.error };
}
