import { WEBSITE_WEBHOOK_SECRET } from "astro:env/server";
import type { APIRoute } from "astro";
import { CONTENT } from "../../freshness.ts";
import { isGenuine } from "../../webhook.ts";

/** Colophon's webhook: something has changed, and the next request of each page renders it again. */
export const POST: APIRoute = async ({ request, cache }) => {
  const body = await request.text();
  if (!isGenuine(request.headers, body, WEBSITE_WEBHOOK_SECRET)) return new Response(null, { status: 401 });
  if (cache.enabled) await cache.invalidate({ tags: [CONTENT] });
  return new Response(null, { status: 204 });
};
