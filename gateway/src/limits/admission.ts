import type { ServerResponse } from "node:http";
import { AppError } from "@colophon/model/errors";
import type { Admission, Limiter } from "@colophon/runtime";
import type { Principal } from "../identity/identity-cache.ts";
import { routeNameOf, type Call, mayBeCached } from "../requests/call.ts";
import { bucketsOf, type Limits } from "./buckets.ts";

const LIMIT_HEADERS = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"] as const;
const [LIMIT, REMAINING, RESET] = LIMIT_HEADERS;

export interface AdmissionParts {
  readonly limiter: Limiter;
  readonly limits: Limits;
  /** Called for each request that the limit refused. */
  readonly onRefusal: (routeName: string) => void;
  /** Whether the state of cached answers is read, too. */
  readonly cachesAnswers: boolean;
}

/** Counts requests, and sets the headers with the remaining number in the answer. */
export function createAdmission({ limiter, limits, onRefusal, cachesAnswers }: AdmissionParts) {
  return {
    /** @throws AppError TOO_MANY_REQUESTS */
    async admit(call: Call, principal: Principal | null): Promise<Admission> {
      const admission = await limiter(bucketsOf(call, principal, limits), true, cachesAnswers && mayBeCached(call));
      setLimitHeaders(call.response, admission);
      if (admission.admitted) return admission;
      onRefusal(routeNameOf(call));
      throw new AppError("TOO_MANY_REQUESTS", undefined, { headers: { "retry-after": String(admission.resetSeconds) } });
    },

    /** Sets the headers of the limit without counting the request. */
    async showLimit(call: Call): Promise<void> {
      setLimitHeaders(call.response, await limiter(bucketsOf(call, null, limits), false));
    },
  };
}

/** Removes the headers of the limit: they are about one caller. */
export function removeLimitHeaders(response: ServerResponse): void {
  for (const name of LIMIT_HEADERS) response.removeHeader(name);
}

function setLimitHeaders(response: ServerResponse, { limit, remaining, resetSeconds }: Admission): void {
  response.setHeader(LIMIT, limit);
  response.setHeader(REMAINING, remaining);
  response.setHeader(RESET, resetSeconds);
}
