import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startPostgres } from "../support/servers/postgres.ts";
import type { TestPostgres } from "../support/servers/postgres-server.ts";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";
import { startStatementCounter } from "../support/database/statement-counter.ts";
import type { StatementCounter } from "../support/database/statement-counter.ts";
import { make } from "./site.ts";

const REQUESTS = 100;
const lasting = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
let postgres: TestPostgres, counter: StatementCounter, stack: TestStack, id: string;

beforeAll(async () => {
  postgres = await startPostgres();
  counter = await startStatementCounter(postgres.url);
  stack = await startTestStack({ configFile: join(import.meta.dirname, "site.config.ts"), variables: { DATABASE_URL: counter.url } });
  const author = await make(stack.admin, "author", { name: "Ada" });
  const tag = await make(stack.admin, "tag", { label: "x" });
  for (let i = 0; i < 20; i++) ({ id } = await make(stack.admin, "article", { title: `Article ${i}`, author: author.id, tags: [tag.id] }));
});
afterAll(async () => {
  await stack?.stop();
  await counter?.stop();
  await postgres?.stop();
});

test.each([
  ["a list of 20 with two resolved relations and its total", () => "/api/article?limit=20&resolve[author]=name&resolve[tags]=label"],
  ["a filter through a relation", () => "/api/article?filter[author.name]=Ada&sort=-title"],
  ["one record with two resolved relations", () => `/api/article/${id}?resolve[author]=*&resolve[tags]=*`],
  ["a global", () => "/api/settings?resolve[lead]=name"],
])("%s is one SQL statement", async (_name, path) => {
  await stack.admin.get(path());

  const beganAt = performance.now();
  const statements = await counter.during(async () => {
    for (let i = 0; i < REQUESTS; i++) expect((await stack.admin.get(path())).status).toBe(200);
  });
  const beside = await counter.during(() => lasting(performance.now() - beganAt)); // the outbox and the health probes also execute statements

  expect(statements).toBeGreaterThanOrEqual(REQUESTS);
  expect(statements - beside).toBeLessThan(REQUESTS * 1.5);
});
