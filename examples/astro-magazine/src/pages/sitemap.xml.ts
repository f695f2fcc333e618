import { readSitemap } from "../content.ts";

export async function GET(): Promise<Response> {
  return new Response(await readSitemap(), { headers: { "content-type": "application/xml" } });
}
