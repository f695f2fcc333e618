import type { ServerResponse } from "node:http";
import { CLOSED_STREAM_TEXT, EVENT_STREAM_HEADERS } from "@colophon/runtime";

/** A stream that ends at once: browsers come back after one, but not after an error. */
export function endedStream(response: ServerResponse): void {
  response.writeHead(200, EVENT_STREAM_HEADERS).end(CLOSED_STREAM_TEXT);
}
