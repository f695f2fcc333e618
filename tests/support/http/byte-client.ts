import type { Json } from "./client.ts";
import { form, type FileFacts } from "../media/files.ts";
import { repeating503 } from "./repeat-503.ts";

interface CallOptions {
  readonly json?: unknown;
  readonly body?: Buffer;
  readonly headers?: Record<string, string>;
}
/** A caller that reads and sends bytes. */
export type ByteClient = ReturnType<typeof createByteClient>;

/** A caller of the gateway at `url` with these headers, which sends and receives raw bytes. By default it repeats requests after a 503. */
export function createByteClient(url: string, own: Record<string, string> = {}, { retries503 = true } = {}) {
  const callOnce = async (method: string, path: string, { json, body, headers = {} }: CallOptions = {}) => {
    const content = json === undefined ? body && new Uint8Array(body) : JSON.stringify(json);
    const type: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
    const answer = await fetch(url + path, {
      method,
      headers: { ...own, ...type, ...headers },
      ...(content !== undefined && { body: content }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = (answer.headers.get("content-type") ?? "").startsWith("application/json") && bytes.length > 0;
    const parsed: Json = isJson ? JSON.parse(bytes.toString()) : undefined;
    return { status: answer.status, headers: answer.headers, bytes, data: parsed?.data, error: parsed?.error };
  };
  const call: typeof callOnce = (...given) => (retries503 ? repeating503(() => callOnce(...given)) : callOnce(...given));
  return {
    headers: own,
    call,
    upload: (bytes: Uint8Array | string, given: FileFacts = {}) => {
      const { body, type } = form(bytes, given);
      return call("POST", "/api/assets/upload", { body, headers: { "content-type": type } });
    },
  };
}
