import type { ServerResponse } from "node:http";
import { CLOSED_TEXT } from "./stream-text.ts";

const HEADERS = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A stream that ends at once: browsers come back after one, but not after an error. */
export function endedStream(response: ServerResponse): void {
  response.writeHead(200, HEADERS).end(CLOSED_TEXT);
}
