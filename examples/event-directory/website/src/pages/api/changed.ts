import { WEBSITE_WEBHOOK_SECRET } from "astro:env/server";
import type { APIRoute } from "astro";
import { Webhook } from "standardwebhooks";
import { CONTENT } from "../../cms.ts";

/** Colophon's webhook: something has changed, and the next request of each page renders it again. */
export const POST: APIRoute = async ({ request, cache }) => {
  const body = await request.text();
  if (!isGenuine(request.headers, body)) return new Response(null, { status: 401 });
  if (cache.enabled) await cache.invalidate({ tags: [CONTENT] });
  return new Response(null, { status: 204 });
};

function isGenuine(headers: Headers, body: string): boolean {
  if (!WEBSITE_WEBHOOK_SECRET) return false;
  try {
    new Webhook(WEBSITE_WEBHOOK_SECRET).verify(body, Object.fromEntries(headers));
    return true;
  } catch {
    return false;
  }
}
