import { expect, test } from "@jest/globals";
import { ADMIN, mailedCode } from "../support/stack.ts";
import { useSite } from "./site.ts";

const site = useSite({ TRUST_PROXY: "127.0.0.0/8", RATE_LIMIT_PER_MINUTE: "20" });

const passed = async (address: string): Promise<number> => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => site.stack.visitor.get("/api/tag", { "x-forwarded-for": address })));
  return answers.filter(({ status }) => status === 200).length;
};

test("behind a trusted proxy every client has its own bucket, whatever X-Forwarded-For it sends", async () => {
  expect(await passed("203.0.113.1")).toBe(20);
  expect(await passed("198.51.100.9, 203.0.113.1")).toBe(0);
  expect(await passed("203.0.113.2")).toBe(20);
});

test("IPv6 addresses count by /64, and an IPv4-mapped address as IPv4", async () => {
  expect(await passed("2001:db8:1:2::1")).toBe(20);
  expect(await passed("2001:db8:1:2:ffff::2")).toBe(0);
  expect(await passed("2001:db8:1:3::1")).toBe(20);
  expect(await passed("::ffff:203.0.113.1")).toBe(0);
});

test("the session cookie is Secure if the request used HTTPS", async () => {
  const { visitor, smtp } = site.stack;
  const https = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
  const { data } = await visitor.post("/api/auth/request", { email: ADMIN }, https);
  const answer = await visitor.post("/api/auth/create", { authRequestId: data.authRequestId, code: await mailedCode(smtp, ADMIN) }, https);

  expect(answer.headers.get("set-cookie")).toContain("Secure");
});
