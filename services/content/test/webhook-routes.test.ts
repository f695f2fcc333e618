import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { startWebhookSite, type WebhookSite } from "./support/webhook-site.ts";

let site: WebhookSite;
beforeAll(async () => {
  site = await startWebhookSite([{}, { name: "other", url: "https://other.example.com/events?token=t", events: ["article.draft"] }]);
});
afterAll(() => site.stop());
beforeEach(() => site.clear());

const deliveries = async (query = "") => (await site.admin.get(`/api/_webhooks/site/deliveries${query}`)).json;

test("the list of webhooks shows states and numbers, without secrets and the queries of URLs", async () => {
  site.receiver.behaviour.react = () => ({ status: 500 });
  await site.admin.post("/api/tag", { title: "one" });
  await site.settle();

  const { text, json } = await site.admin.get("/api/_webhooks");

  const facts = { events: ["*"], entities: null, role: "visitor", include: null, state: "active", disabledAt: null, failed: 0 };
  expect(json.data).toEqual([
    { ...facts, name: "site", url: site.receiver.url, failures: 1, pending: 1 },
    { ...facts, name: "other", url: "https://other.example.com/events", events: ["article.draft"], failures: 0, pending: 0 },
  ]);
  expect(text).not.toContain("whsec_");
});

test("deliveries show the receiver's answer, by state and page", async () => {
  site.receiver.behaviour.react = ({ body }) => ({ status: body.version === 1 ? 500 : 204, text: body.version === 1 ? "no room" : "" });
  const tag = await site.admin.post("/api/tag", { title: "one" });
  await site.settle();

  expect(await deliveries("?state=pending")).toEqual({
    data: [
      expect.objectContaining({
        event: "tag.published",
        entity: "tag",
        recordId: tag.json.data.id,
        state: "pending",
        attempts: 1,
        status: 500,
        answer: "no room",
        error: null,
        nextAttemptAt: new Date(site.clock.ms + 5_000).toISOString(),
      }),
    ],
    meta: { total: 1, limit: 25, offset: 0 },
  });
  expect((await deliveries("?state=failed&limit=1&offset=3")).meta).toEqual({ total: 0, limit: 1, offset: 3 });
  expect((await site.admin.get("/api/_webhooks/site/deliveries?state=lost")).json.error.details).toEqual([
    { field: "state", message: "must be one of pending, delivered, failed, dropped" },
  ]);
});

test("a dead letter is delivered again with the same id, a pending delivery is a conflict", async () => {
  site.receiver.behaviour.react = () => ({ status: 500 });
  await site.admin.post("/api/tag", { title: "one" });
  await site.settle();
  const [{ id }] = (await deliveries()).data;
  expect((await site.admin.post(`/api/_webhooks/site/deliveries/${id}/redeliver`)).status).toBe(409);
  await site.pass(25 * 3_600_000);
  expect((await deliveries()).data[0].state).toBe("failed");
  site.receiver.behaviour.react = () => ({});

  const again = await site.admin.post(`/api/_webhooks/site/deliveries/${id}/redeliver`);
  await site.settle();

  expect([again.status, again.json.data.state]).toEqual([200, "pending"]);
  expect((await deliveries()).data[0]).toMatchObject({ id, state: "delivered", attempts: 1 });
  expect(new Set(site.receiver.received.map((message) => message.id))).toEqual(new Set([id]));
});

test("a test is sent once, without a record", async () => {
  site.receiver.behaviour.react = () => ({ status: 500 });

  const sent = await site.admin.post("/api/_webhooks/site/test");
  await site.settle();

  expect(sent.json.data).toMatchObject({ event: "webhook.test", entity: null, recordId: null, state: "pending" });
  expect(site.receiver.received.map(({ body }) => body)).toEqual([
    { id: sent.json.data.id, event: "webhook.test", time: expect.any(String) },
  ]);
  expect((await deliveries()).data[0]).toMatchObject({ id: sent.json.data.id, state: "failed", attempts: 1, status: 500 });
});

test("only people who are signed in as an admin use these routes", async () => {
  const paths = ["/api/_webhooks", "/api/_webhooks/site/deliveries"];
  for (const path of paths) {
    expect((await site.as("editor").get(path)).status).toBe(403);
    expect((await site.asKey("admin").get(path)).status).toBe(403);
    expect((await site.anonymous().get(path)).status).toBe(403);
  }
  for (const path of ["site/test", "site/enable"]) expect((await site.as("editor").post(`/api/_webhooks/${path}`)).status).toBe(403);
});

test("an unknown webhook and an unknown delivery are not found", async () => {
  const id = "00000000-0000-7000-8000-000000000000";
  const requests = ["nothing/test", "nothing/enable", `site/deliveries/${id}/redeliver`, "site/deliveries/x/redeliver"];
  for (const path of requests) expect((await site.admin.post(`/api/_webhooks/${path}`)).status).toBe(404);
  expect((await site.admin.get("/api/_webhooks/nothing/deliveries")).status).toBe(404);
});
