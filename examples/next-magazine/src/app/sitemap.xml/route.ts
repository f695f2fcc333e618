import { readSitemap } from "@/content";

export const revalidate = 60;

export async function GET(): Promise<Response> {
  return new Response(await readSitemap(), { headers: { "content-type": "application/xml" } });
}
