/** Rate limits that tests don't reach, as variables of the gateway. */
export const HIGH_RATE_LIMITS = {
  RATE_LIMIT_PER_MINUTE: "1000000",
  RATE_LIMIT_AUTH_PER_MINUTE: "1000000",
  RATE_LIMIT_USER_PER_MINUTE: "1000000",
  RATE_LIMIT_ASSETS_PER_MINUTE: "1000000",
} as const;
