import type { Stack } from "colophon/stack/stack.ts";

export interface MediaSite {
  readonly stack: Stack;
  readonly headers: { readonly authorization: string };
}

/** Uploads a new file. @returns the path of its URL, and the time */
export async function upload({ stack, headers }: MediaSite, bytes: Buffer, name: string): Promise<{ path: string; ms: number }> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), name);
  const begin = performance.now();
  const answer = await fetch(`${stack.url}/api/assets/upload`, { method: "POST", headers, body });
  const ms = performance.now() - begin;
  if (!answer.ok) throw new Error(`The upload failed with ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { url: string } };
  return { path: data.url, ms };
}

/** The body of an answer, and the time until it is complete. @throws Error if the request fails */
export async function send({ stack, headers }: MediaSite, path: string): Promise<{ bytes: Buffer; ms: number }> {
  const begin = performance.now();
  const answer = await fetch(stack.url + path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${path} gave ${answer.status}`);
  return { bytes, ms: performance.now() - begin };
}
