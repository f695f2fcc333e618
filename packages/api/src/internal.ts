import type { Policy } from "./route.ts";

/** What the gateway asks the auth service: whose credential this is. No caller's request leads there. */
export const identify = {
  path: "/internal/identify",
  methods: { POST: {} },
  upstream: "auth",
  budgetMs: 2000,
  cache: "no-store",
} as const satisfies Partial<Policy> & { readonly path: string; readonly methods: object };
