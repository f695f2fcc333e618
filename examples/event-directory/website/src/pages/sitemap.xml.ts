import { cms } from "../cms.ts";

/** The sitemap of the plugin `seo`. */
export async function GET(): Promise<Response> {
  return new Response(String(await cms.custom("sitemap")), { headers: { "content-type": "application/xml" } });
}
