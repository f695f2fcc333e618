import { revalidateTag } from "next/cache";
import { CONTENT } from "../../../content";
import { isGenuine } from "../../../webhook";

/** Colophon's webhook: something has changed, and the next request of each page reads it again. */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text();
  if (!isGenuine(request.headers, body, process.env["WEBSITE_WEBHOOK_SECRET"])) return new Response(null, { status: 401 });
  revalidateTag(CONTENT, { expire: 0 });
  return new Response(null, { status: 204 });
}
