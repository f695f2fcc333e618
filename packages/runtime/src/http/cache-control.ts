import type { IncomingMessage } from "node:http";
import { cacheOf } from "@colophon/api";
import { pathOf } from "./request-state.ts";

/** What the table of routes says of the caching of all that is answered at a request's path. */
export function cacheControlOf(request: IncomingMessage): string {
  return cacheOf(pathOf(request)) ?? "private, no-cache";
}
