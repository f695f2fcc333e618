import type { Call } from "./call.ts";
import { hasBody } from "./read-body.ts";

/** Whether the answer to a call could come from the cache. */
export function mayBeCached({ request, policy }: Pick<Call, "request" | "policy">): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && policy?.upstream === "content" && !policy.isStream && !hasBody(request);
}
