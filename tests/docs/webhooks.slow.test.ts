import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ROOT } from "@colophon/scripts/stack/settings.ts";
import { eventually } from "../support/eventually.ts";
import { startTestStack, type TestStack } from "../support/stack.ts";
import { writePrograms } from "./programs.ts";

const PAGE = "docs/guide/webhooks.md";
const SECRET = Buffer.from("a secret of thirty-two characters").toString("base64");

interface Received {
  readonly headers: Headers;
  readonly body: string;
}

const folder = mkdtempSync(join(tmpdir(), "colophon-webhooks-"));
const received: Received[] = [];
let answers = 204;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ headers: new Headers(request.headers as Record<string, string>), body });
    response.writeHead(answers).end();
  });
});
let stack: TestStack;

beforeAll(async () => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(ROOT, "packages/colophon"), join(folder, "node_modules/colophon")); // an installation creates the same link
  const program = writePrograms(folder).find(({ block, isConfig }) => block.page === PAGE && isConfig && block.words.has("config"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const variables = { WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, WEBHOOK_SECRET: SECRET };
  stack = await startTestStack({ configFile: String(program?.file), variables });
});
beforeEach(() => {
  received.length = 0;
  answers = 204;
});
afterAll(async () => {
  await stack?.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const eventsOf = (id: string) => received.map(({ body }) => JSON.parse(body)).filter(({ data }) => data.id === id);
const waiting = async () => (await stack.admin.get("/api/delivery")).data;

test("each write sends one signed event, drafts send none, and nothing is left to send", async () => {
  const { isGenuine } = await import(join(folder, "receiver.ts"));
  const { data } = await stack.admin.post("/api/article?draft=true", { title: "First thoughts" });
  await stack.admin.put(`/api/article/${data.id}?draft=true`, { title: "Second thoughts" });

  await stack.admin.post(`/api/article/${data.id}/publish`);
  await stack.admin.put(`/api/article/${data.id}`, { title: "Third thoughts" });
  await stack.admin.delete(`/api/article/${data.id}`);

  await eventually(async () => eventsOf(data.id).length >= 3 && (await waiting()).length === 0);
  expect(eventsOf(data.id).map(({ type }) => type)).toEqual(["article.publish", "article.update", "article.delete"]);
  expect(received.every(({ headers, body }) => isGenuine(headers, body, SECRET))).toBe(true);
  expect(received.some(({ headers, body }) => isGenuine(headers, `${body} `, SECRET))).toBe(false);
});

test("a write that is refused stores no event", async () => {
  const { data } = await stack.admin.post("/api/article", { title: "A title" });
  await eventually(() => eventsOf(data.id).length === 1);

  const refused = await stack.admin.put(`/api/article/${data.id}`, { title: null });

  expect(refused.status).toBe(400);
  expect(await waiting()).toEqual([]);
  expect(eventsOf(data.id)).toHaveLength(1);
});

test("a failed delivery is stored, and sent again with the same id by the role courier", async () => {
  answers = 500;
  const { data } = await stack.admin.post("/api/article", { title: "A title" });
  const [delivery] = await eventually(async () => (await waiting()).filter(({ attempts }: { attempts: number }) => attempts > 0), {
    accepts: (found) => found.length > 0,
  });
  expect(delivery).toMatchObject({ event: "article.create", record: data.id, failure: "Error: answered 500" });
  await stack.admin.put(`/api/delivery/${delivery.id}`, { due: "2020-01-01T00:00:00.000Z" });
  answers = 204;
  const key = await stack.admin.post("/api/_api-keys", { name: "cron", role: "courier" });

  const delivered = await stack.visitor.post("/api/custom/deliver", undefined, { authorization: `Bearer ${key.data.key}` });

  expect(delivered.body).toEqual({ tried: 1 });
  expect(await waiting()).toEqual([]);
  expect(received.map(({ headers }) => headers.get("webhook-id"))).toEqual([delivery.id, delivery.id]);
});
