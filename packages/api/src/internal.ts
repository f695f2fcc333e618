import type { Policy } from "./route.ts";

/** The gateway's request to the auth service that identifies a credential. Requests of callers can't reach it. */
export const identify = {
  path: "/internal/identify",
  methods: { POST: {} },
  upstream: "auth",
  budgetMs: 2000,
  cache: "no-store",
} as const satisfies Partial<Policy> & { readonly path: string; readonly methods: object };
