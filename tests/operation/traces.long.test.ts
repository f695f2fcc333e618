/** The complete product with a collector: a request creates one trace with the spans of all processes and jobs. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startCollector } from "../support/http/collector.ts";
import { HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";

let stack: TestStack;
let collector: Awaited<ReturnType<typeof startCollector>>;

beforeAll(async () => {
  collector = await startCollector();
  stack = await startTestStack({
    configFile: fileURLToPath(new URL("../e2e/site.config.ts", import.meta.url)),
    variables: {
      ...SEPARATE,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=canary-of-the-collector",
      OTEL_TRACES_SAMPLER_ARG: "1",
    },
  });
});
afterAll(async () => {
  await stack?.stop();
  await collector?.stop();
});

const spanOf = (service: string, requestId: string) =>
  collector.span((span) => span.service === service && span.attributes["cms.request_id"] === requestId);

test("a request is one trace: the gateway, the service behind it, and its statements without their values", async () => {
  const secret = "canary-in-a-value";
  const created = await stack.admin.with({ "x-request-id": "trace-1" }).post("/api/tag", { label: secret });
  expect(created.status).toBe(201);

  const [gateway, content] = await Promise.all([spanOf("gateway", "trace-1"), spanOf("content", "trace-1")]);
  const statement = await collector.span(({ parentSpanId, name }) => parentSpanId === content.spanId && name === "WITH");

  expect(gateway).toMatchObject({ name: "POST content", parentSpanId: undefined });
  expect(content).toMatchObject({ name: "POST /api/:entity", traceId: gateway.traceId, parentSpanId: gateway.spanId });
  expect(content.attributes).toMatchObject({ "http.route": "/api/:entity", "http.response.status_code": 201 });
  expect(statement).toMatchObject({ service: "content", traceId: gateway.traceId });
  expect(statement.attributes).toMatchObject({ "db.system.name": "postgresql", "db.operation.name": "WITH" });
  expect(statement.attributes["db.query.text"]).toMatch(/insert into "content"\."tag"/);
  expect(JSON.stringify(collector.spans)).not.toContain(secret);
});

test("a job continues the trace of the request that added it", async () => {
  await stack.visitor.with({ "x-request-id": "trace-2" }).post("/api/auth/request", { email: "admin@example.com" });

  const auth = await spanOf("auth", "trace-2");
  const job = await collector.span(
    ({ service, traceId, parentSpanId }) => service === "email-worker" && traceId === auth.traceId && parentSpanId === auth.spanId,
  );
  const statement = await collector.span(({ parentSpanId }) => parentSpanId === job.spanId);

  expect(job).toMatchObject({ name: "process mail", parentSpanId: auth.spanId });
  expect(job.attributes).toMatchObject({ "messaging.system": "bullmq", "messaging.destination.name": "mail", "cms.attempt": 1 });
  expect(statement).toMatchObject({ service: "email-worker", traceId: auth.traceId });
});

test("the caller's own trace is linked, doesn't affect sampling, and reaches no service", async () => {
  const foreign = "0af7651916cd43dd8448eb211c80319c";
  const caller = stack.admin.with({ "x-request-id": "trace-3", traceparent: `00-${foreign}-b7ad6b7169203331-00` });
  await caller.get("/api/tag");

  const [gateway, content] = await Promise.all([spanOf("gateway", "trace-3"), spanOf("content", "trace-3")]);

  expect(gateway.traceId).not.toBe(foreign);
  expect(gateway.links).toEqual([foreign]);
  expect(content).toMatchObject({ traceId: gateway.traceId, parentSpanId: gateway.spanId });
});

test("the collector gets its headers, which are in no log", async () => {
  expect(collector.headers[0]).toMatchObject({ path: "/v1/traces", "x-collector-key": "canary-of-the-collector" });
  expect(await stack.printed()).not.toContain("canary-of-the-collector");
});

/** Prints the loaded modules of OpenTelemetry, except its API package: prom-client loads that one, and it has no effect alone. */
const PRINT_LOADED_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) { if (url.includes("@opentelemetry/") && !url.includes("@opentelemetry/api/")) console.log("LOADED " + url); return next(url, context); } });
`)}`;

const onLinux = HAS_REPLICAS ? test : test.skip;

onLinux.each([
  ["gateway", false],
  ["content", false],
  ["email-worker", false],
  ["gateway", true], // which shows that the check can detect it
])("the process %s loads OpenTelemetry only with a collector: %s", async (name, hasCollector) => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: hasCollector ? collector.url : "" };
  const replica = await startReplica(stack, name, { variables, preload: PRINT_LOADED_MODULES });

  expect(await replica.ready()).toBe(true);
  expect(await replica.stop()).toBe(0);
  expect(replica.printed().includes("LOADED ")).toBe(hasCollector);
});
