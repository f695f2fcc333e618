import type { Client, Json } from "../../support/http/client.ts";
import { form, type FileFacts } from "../../support/media/files.ts";

/** Uploads a file. @returns its record */
export async function upload(client: Client, bytes: Uint8Array, facts: FileFacts): Promise<Json> {
  const { body, type } = form(bytes, facts);
  const answer = await client.send("POST", "/api/assets/upload", { body: new Uint8Array(body), headers: { "content-type": type } });
  if (answer.status >= 400) throw new Error(`No upload of ${facts.name}: ${answer.text}`);
  return answer.data;
}
