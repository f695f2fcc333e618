import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestStack } from "../support/stack.ts";
import type { TestStack } from "../support/stack.ts";
import { NOBODY, refusal } from "./site.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ configFile: join(import.meta.dirname, "private.config.ts") });
});
afterAll(async () => stack?.stop());

test.each(["/api/note", `/api/note/${NOBODY}`, "/api/nothing", "/api/admin/config", "/api/auth/me", "/api/_api-keys", "/openapi.json"])(
  "without a public role, %s is 401 for an anonymous caller, whether it exists or not",
  async (path) => {
    expect(refusal(await stack.visitor.get(path))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
  },
);

test("the public routes are available", async () => {
  expect((await stack.visitor.get("/api/health")).status).toBe(200);
  expect((await stack.visitor.post("/api/auth/logout")).status).toBe(200);
  expect((await stack.visitor.post("/api/auth/request", { email: "a@example.com" })).status).toBe(200);
  expect((await stack.visitor.post("/api/auth/create", { authRequestId: "x", code: "x" })).status).toBe(401);
});
