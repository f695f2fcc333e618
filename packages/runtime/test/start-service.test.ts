import { expect, test } from "@jest/globals";
import { createMetrics } from "../src/index.ts";
import type { OpenedService } from "../src/process/service.ts";
import { startService } from "../src/process/start-service.ts";
import { createTestLog } from "./support/service.ts";

/** Whether a process that has opened these parts is ready, by the status of its answer. */
async function readiness(opened: OpenedService): Promise<number> {
  const { log, lines } = createTestLog();
  const env = { HOST: "127.0.0.1", PORT: 0 } as Parameters<typeof startService>[0]["env"];
  const started = await startService({ opened, env, log, metrics: createMetrics("test"), socket: undefined });
  const url = JSON.parse(lines.find((line) => line.includes("listening")) ?? "{}").url;
  const { status } = await fetch(`${url}/readyz`);
  await started.stop();
  return status;
}

const databaseThat = (isHealthy: boolean): NonNullable<OpenedService["database"]> => ({
  health: async () => isHealthy,
  canWrite: async () => true,
  clockDifferenceSeconds: async () => 0,
  pools: () => [],
  close: async () => undefined,
});

test.each<[string, OpenedService, number]>([
  ["that needs nothing", {}, 200],
  ["that says so", { ready: async () => true }, 200],
  ["that says that it isn't", { ready: async () => false }, 503],
  ["whose PostgreSQL answers", { database: databaseThat(true) }, 200],
  ["whose PostgreSQL doesn't answer", { database: databaseThat(false) }, 503],
  ["whose PostgreSQL answers, and that says that it isn't", { database: databaseThat(true), ready: async () => false }, 503],
  ["that waits for its tables", { waitFor: ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve)) }, 503],
])("readiness of a process %s", async (_name, opened, status) => {
  expect(await readiness({ idleGraceMs: 0, ...opened })).toBe(status);
});
