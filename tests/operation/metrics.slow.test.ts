/** The metrics of each process. Alerts and the dashboard must not use other metrics. */
import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { createByteClient } from "../support/http/byte-client.ts";
import { png } from "../support/media/files.ts";
import { freePort } from "../support/servers/free-port.ts";
import { environmentOf, HAS_REPLICAS } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { selectedIn } from "./promql.ts";

const FOLDER = fileURLToPath(new URL("../../k8s/monitoring", import.meta.url));
const PROCESSES = ["gateway", "content", "auth", "search", "asset", "email-worker", "asset-worker", "webhook-worker"];
const PICTURE = png(40, 30, "canary-bytes");

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

let stack: TestStack;
let opsPort: string;
let shown: Map<string, readonly Sample[]>;
const suite = HAS_REPLICAS ? describe : describe.skip;

async function samplesOf(process: string): Promise<Sample[]> {
  const { PORT } = await environmentOf(stack, process);
  const answer = await fetch(`http://127.0.0.1:${process === "gateway" ? opsPort : PORT}/metrics`);
  expect(answer.status).toBe(200);
  return (await answer.text()).split("\n").flatMap(toSample);
}

function toSample(line: string): Sample[] {
  const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === undefined) return [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
  return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
}

/** The value of the sample with these labels; undefined if there is none. */
const valueOf = (process: string, name: string, labels: Record<string, string> = {}) =>
  shown.get(process)?.find((sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text))
    ?.value;

suite("after some traffic", () => {
  beforeAll(async () => {
    opsPort = String(await freePort());
    stack = await startTestStack({
      configFile: fileURLToPath(new URL("../e2e/media.config.ts", import.meta.url)),
      variables: { ...SEPARATE, OPS_PORT: opsPort, RATE_LIMIT_AUTH_PER_MINUTE: "20" },
    });
    await makeTraffic(stack);
    const pairs = await Promise.all(PROCESSES.map(async (process) => [process, await samplesOf(process)] as const));
    shown = new Map(pairs);
  });
  afterAll(() => stack?.stop());

  test("each process reports its release, the delay of its event loop, and the use of its pools", () => {
    for (const process of PROCESSES) {
      expect(shown.get(process)?.find(({ name }) => name === "colophon_build_info")?.labels).toMatchObject({
        service: process,
        version: "0.1.0",
      });
      expect(valueOf(process, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    }
    for (const process of PROCESSES.slice(1)) {
      expect(valueOf(process, "postgres_pool_max_connections", { pool: "requests" })).toBe(4);
      expect(valueOf(process, "postgres_pool_connections", { pool: "requests" })).toBeGreaterThan(0);
      expect(valueOf(process, "postgres_pool_waiting_requests", { pool: "requests" })).toBe(0);
    }
    const withoutRedis = ["search", "webhook-worker"]; // the latter without webhooks
    for (const process of PROCESSES.filter((name) => !withoutRedis.includes(name)))
      expect([process, valueOf(process, "redis_up")]).toEqual([process, 1]);
  });

  test("requests are counted by pattern and status; no label contains data of a caller", () => {
    const labels = { method: "POST", route: "/api/:entity", status: "201" };
    expect(valueOf("content", "http_request_duration_seconds_count", labels)).toBeGreaterThan(0);
    expect(valueOf("gateway", "http_request_duration_seconds_count", { method: "POST", route: "content", status: "201" })).toBeGreaterThan(
      0,
    );
    expect(valueOf("gateway", "http_request_duration_seconds_count", { method: "other" })).toBeGreaterThan(0);
    expect(valueOf("gateway", "rate_limit_refusals_total", { route: "auth" })).toBeGreaterThan(0);

    const values = [...shown.values()].flat().flatMap(({ labels }) => Object.values(labels));
    expect(values.filter((value) => /canary|@|admin@example|cms_session/.test(value))).toEqual([]);
    for (const [process, samples] of shown) expect([process, samples.length < 1_500]).toEqual([process, true]);
  });

  test("uploads, mails, derivatives and jobs are counted", () => {
    expect(valueOf("asset", "upload_bytes_total", { entity: "_image" })).toBe(PICTURE.length);
    expect(valueOf("email-worker", "mails_total", { outcome: "sent" })).toBeGreaterThan(0);
    expect(valueOf("asset-worker", "derivatives_total", { outcome: "made" })).toBeGreaterThan(0);
    expect(valueOf("email-worker", "job_duration_seconds_count", { queue: "mail", outcome: "done" })).toBeGreaterThan(0);
    expect(valueOf("asset-worker", "job_duration_seconds_count", { queue: "asset-derive", outcome: "done" })).toBeGreaterThan(0);
  });

  test("all processes have the same priority: those that decode files, which have a lower one, are processes of their own", async () => {
    const priorities = await Promise.all(PROCESSES.map(async (process) => getPriority((await stack.pidOf(process)) ?? Number.NaN)));

    expect(new Set(priorities)).toEqual(new Set([getPriority()]));
  });

  test("the length of the queues is reported, in Redis and in the outbox", () => {
    const queues = { content: ["schedules"], "email-worker": ["mail"], "asset-worker": ["assets", "asset-prepare", "asset-derive"] };
    for (const [process, names] of Object.entries(queues))
      for (const queue of names)
        for (const state of ["waiting", "active", "delayed", "failed"])
          expect([queue, state, valueOf(process, "queue_jobs", { queue, state })]).toEqual([queue, state, expect.any(Number)]);
    for (const state of ["waiting", "scheduled", "sent", "failed"])
      expect(valueOf("email-worker", "outbox_jobs", { queue: "mail", state })).toEqual(expect.any(Number));
    expect(valueOf("email-worker", "outbox_oldest_job_seconds", { queue: "mail" })).toEqual(expect.any(Number));
  });

  const labelsOf = (metric: string): Set<string> => {
    const samples = [...shown.values()].flat().filter(({ name }) => name === metric);
    return new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
  };

  test("alerts and dashboard use only existing metrics and labels", () => {
    // No failure has happened, and there are no jobs: their counters have no value yet.
    const notYet: Record<string, string[]> = {
      project_job_runs_total: ["name", "outcome", "service"],
      hook_failures_total: ["entity", "hook", "service"],
      clock_refusals_total: ["gateway_clock", "service"],
      missing_files_total: ["entity", "service"],
    };
    for (const { place, expression } of expressions())
      for (const { metric, labels } of selectedIn(expression)) {
        const known = notYet[metric] ?? [...labelsOf(metric)];
        expect([place, metric, known.length > 0]).toEqual([place, metric, true]);
        expect([place, metric, labels.filter((label) => !known.includes(label) && label !== "le")]).toEqual([place, metric, []]);
      }
  });
});

test("every expression is valid PromQL with a metric", () => {
  for (const { place, expression } of expressions()) expect([place, selectedIn(expression).length > 0]).toEqual([place, true]);
  expect(() => selectedIn("sum by (route (rate(x[5m]))")).toThrow("Invalid PromQL");
});

test("every alert has a description, a severity and an action", () => {
  for (const { alert, annotations, labels } of alerts()) {
    expect([alert, annotations.summary.length > 10, annotations.description.length > 20]).toEqual([alert, true, true]);
    expect(["critical", "warning"]).toContain(labels.severity);
  }
});

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

function alerts(): Alert[] {
  const rules = parse(readFileSync(join(FOLDER, "alerts.yaml"), "utf8")) as { spec: { groups: { rules: Alert[] }[] } };
  return rules.spec.groups.flatMap((group) => group.rules);
}

function expressions(): { place: string; expression: string }[] {
  const dashboard = JSON.parse(readFileSync(join(FOLDER, "dashboard.json"), "utf8")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const shownOnPanels = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ place: title, expression: expr })),
  );
  return [...alerts().map(({ alert, expr }) => ({ place: alert, expression: expr })), ...shownOnPanels];
}

/** Sends requests that increase each counter, and requests that could create many time series. */
async function makeTraffic({ url, admin, visitor }: TestStack): Promise<void> {
  const made = await admin.post("/api/_api-keys", { name: "canary-key", role: "editor" });
  const editor = createByteClient(url, { authorization: `Bearer ${made.data.key}` });
  const upload = await editor.upload(PICTURE, { name: "canary.png" });
  await editor.call("POST", "/api/album", { json: { cover: upload.data.id } });
  await editor.call("GET", `${upload.data.url}?w=10&format=webp`);
  await admin.get("/api/search?q=canary");
  for (let count = 0; count < 25; count++) await visitor.get("/api/auth/me?canary@example.com");
  for (let count = 0; count < 25; count++) await visitor.post("/api/auth/logout");
  for (const method of ["PROPFIND", "SEARCH", "LOCK"]) await fetch(`${url}/api/canary-${method}`, { method });
}
