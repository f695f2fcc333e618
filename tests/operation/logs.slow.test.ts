/** The logs of all processes: they contain the same request id, and no secrets. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { HAS_REPLICAS, startReplica, type Replica } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";

let stack: TestStack;
let content: Replica;
let auth: Replica;
let gateway: Replica;

const suite = HAS_REPLICAS ? describe : describe.skip;

suite("at the most talkative level", () => {
  beforeAll(async () => {
    stack = await startTestStack({ configFile: fileURLToPath(new URL("../e2e/site.config.ts", import.meta.url)), variables: SEPARATE });
    const variables = { LOG_LEVEL: "trace" };
    [content, auth] = await Promise.all([startReplica(stack, "content", { variables }), startReplica(stack, "auth", { variables })]);
    gateway = await startReplica(stack, "gateway", { variables: { ...variables, CONTENT_URL: content.url, AUTH_URL: auth.url } });
    for (const replica of [content, auth, gateway]) if (!(await replica.ready())) throw new Error(replica.printed());
  });
  afterAll(async () => {
    await Promise.all([gateway, content, auth].map((replica) => replica?.stop()));
    await stack?.stop();
  });

  test("all lines of a request have the same id, and no line contains a credential, a query string, a body or an address", async () => {
    const key = await stack.admin.post("/api/_api-keys", { name: "canary-name", role: "editor" });
    const admin = stack.admin.at(gateway.url).with({ "x-request-id": "one-request" });
    const visitor = stack.visitor.at(gateway.url);

    await admin.post("/api/tag", { label: "canary-body" });
    await admin.post("/api/tag", { label: "canary-body" }); // 409: PostgreSQL's error message contains the value
    await admin.get("/api/tag?filter[label]=canary-query");
    await visitor.get("/api/tag", { authorization: `Bearer ${key.data.key}` });
    await visitor.get("/api/tag", {
      authorization: "Bearer canary-bad-key",
      cookie: "cms_session=canary-cookie",
      "x-canary": "canary-header",
    });
    await visitor.post("/api/auth/request", { email: "canary-address@example.com" });
    await visitor.post("/api/auth/create", { authRequestId: "canary-request", code: "987654" });
    await Promise.all([gateway, content, auth].map((replica) => replica.stop()));

    for (const { printed } of [gateway, content]) {
      const own = printed()
        .split("\n")
        .filter((line) => line.includes('"requestId":"one-request"'));
      expect(own).toHaveLength(3);
    }
    const said = [gateway, content, auth].map(({ printed }) => printed()).join("\n");
    expect(said).toContain('"path":"/api/auth/create"');
    expect(said).not.toMatch(/canary|987654|@example\.com|x-cms-identity/);
    expect(said).not.toContain(key.data.key);
  });
});
