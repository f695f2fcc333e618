import { gatewayBudgetMs, identify, routes, type RequestPolicy } from "@colophon/api";

/** How long the gateway waits for services, in milliseconds. */
export interface TimeLimits {
  /** For the first byte of an answer. */
  readonly answerMs: (policy: RequestPolicy) => number;
  /** For the holder of a credential. */
  readonly lookUpMs: number;
  /** For a service to say that it is ready. */
  readonly healthMs: number;
  /** For the answer to an equal read that was forwarded before. */
  readonly equalReadMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  answerMs: (policy) => policy.gatewayBudgetMs,
  lookUpMs: gatewayBudgetMs(identify.budgetMs),
  healthMs: routes.health.budgetMs,
  equalReadMs: 500,
};
