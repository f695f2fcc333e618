import type { IncomingMessage } from "node:http";
import { cacheOf } from "@colophon/api";
import { pathOf } from "./request-state.ts";

/** The route's caching policy for all answers at a request's path. */
export function cacheControlOf(request: IncomingMessage): string {
  return cacheOf(pathOf(request)) ?? "private, no-cache";
}
