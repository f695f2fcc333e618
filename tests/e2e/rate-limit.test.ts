import { expect, test } from "@jest/globals";
import { useSite } from "./site.ts";

const site = useSite({ RATE_LIMIT_PER_MINUTE: "60", RATE_LIMIT_AUTH_PER_MINUTE: "12" });

test("exactly the limit is accepted, then 429 with Retry-After; health is exempt; sign-in has its own smaller limit", async () => {
  const { visitor } = site.stack; // the sign-in of the admin at the start has used two requests of each limit
  const signIns = await Promise.all(Array.from({ length: 20 }, () => visitor.post("/api/auth/create", { authRequestId: "x", code: "x" })));
  const reads = await Promise.all(Array.from({ length: 100 }, () => visitor.get("/api/tag")));
  const refused = reads.find(({ status }) => status === 429);

  expect(signIns.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(signIns.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(reads.filter(({ status }) => status === 200)).toHaveLength(60 - 2 - 10);
  expect(refused?.error.code).toBe("TOO_MANY_REQUESTS");
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused?.headers.get("ratelimit-limit")).toBe("60");
  expect(refused?.headers.get("ratelimit-remaining")).toBe("0");
  expect(Number(refused?.headers.get("ratelimit-reset"))).toBeGreaterThanOrEqual(1);
  expect((await visitor.get("/api/health")).status).toBe(200);
});

test("no header of the caller creates a second bucket", async () => {
  const { visitor } = site.stack;

  for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "x-cms-client", "true-client-ip"]) {
    expect((await visitor.get("/api/tag", { [header]: "203.0.113.7" })).status).toBe(429);
  }
});
