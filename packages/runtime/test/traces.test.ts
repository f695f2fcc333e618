import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { asService, beginSpan, currentTraceparent, startTracing, stopTracing, traced, tracedCall } from "../src/tracing/trace.ts";
import { startCollector } from "../../../tests/support/http/collector.ts";
import { sendJson } from "../src/index.ts";
import { startService } from "./support/service.ts";

const ALL = { service: "test", version: "1", sampler: "parentbased_always_on", ratio: 1, onFailure: () => undefined } as const;
const parent = (flags: "00" | "01") => `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`;

afterEach(() => stopTracing());

test("a request to a service continues the gateway's trace, and its log lines contain the trace id", async () => {
  const collector = await startCollector();
  await startTracing({ ...ALL, endpoint: collector.url });
  const service = await startService(
    (router) =>
      router.get("/thing/:id", async (request, response) => {
        await tracedCall(
          () => ({ name: "CALL", attributes: {} }),
          async () => undefined,
        );
        sendJson(request, response, { body: JSON.stringify(currentTraceparent()) });
      }),
    { traced: true },
  );

  const answer = await service.ask("/thing/secret", { headers: { traceparent: parent("01"), "x-request-id": "r1" } });
  const seen: unknown = await answer.json();
  await service.stop();
  const span = await collector.span(({ name }) => name === "GET /thing/:id");
  const call = await collector.span(({ name }) => name === "CALL");
  await collector.stop();

  expect(span).toMatchObject({ traceId: "0af7651916cd43dd8448eb211c80319c", parentSpanId: "b7ad6b7169203331" });
  expect(span.attributes).toMatchObject({ "http.response.status_code": 200, "cms.request_id": "r1" });
  expect(call).toMatchObject({ traceId: span.traceId, parentSpanId: span.spanId });
  expect(seen).toBe(`00-${span.traceId}-${span.spanId}-01`);
  const line: unknown = JSON.parse(service.lines.find((text) => text.includes('"request"')) ?? "{}");
  expect(line).toMatchObject({ requestId: "r1", traceId: span.traceId, spanId: span.spanId });
});

test("each service of a process has spans under its own name, and continues the trace of another", async () => {
  const collector = await startCollector();
  for (const service of ["gateway", "content"]) await startTracing({ ...ALL, service, endpoint: collector.url });
  const request = (name: string, traceparent?: string) => () => beginSpan(() => ({ name, kind: "server", parent: { traceparent } }));

  const outer = asService("gateway", request("forward"));
  asService("content", request("answer", outer?.traceparent))?.end();
  outer?.end();
  await stopTracing();
  const spans = await Promise.all(["forward", "answer"].map((name) => collector.span((span) => span.name === name)));
  await collector.stop();

  expect(spans.map(({ service }) => service)).toEqual(["gateway", "content"]);
  expect(spans[1]).toMatchObject({ traceId: spans[0]?.traceId, parentSpanId: spans[0]?.spanId });
});

test("services don't record a trace that the gateway doesn't sample: neither requests nor their calls", async () => {
  const collector = await startCollector();
  await startTracing({ ...ALL, endpoint: collector.url });

  const inside = await traced(
    () => ({ name: "request", kind: "server", parent: { traceparent: parent("00") } }),
    () =>
      tracedCall(
        () => ({ name: "CALL", attributes: {} }),
        async () => currentTraceparent(),
      ),
  );
  await stopTracing();
  await collector.stop();

  expect(inside).toBeUndefined();
  expect(collector.spans).toEqual([]);
});

test("a share of traces is sampled, and a malformed trace header is ignored", async () => {
  const collector = await startCollector();
  await startTracing({ ...ALL, sampler: "parentbased_traceidratio", ratio: 0.2, endpoint: collector.url });

  for (let count = 0; count < 500; count++)
    beginSpan(() => ({ name: "root", kind: "server", parent: { traceparent: undefined }, links: ["00-not-a-trace-01"] }))?.end();
  await stopTracing();
  await collector.stop();

  expect(collector.spans.length).toBeGreaterThan(50);
  expect(collector.spans.length).toBeLessThan(150);
  expect(collector.spans.filter(({ links }) => links.length > 0)).toEqual([]);
});

test.each(["refuses connections", "never answers"])(
  "a collector that %s fails no request, and the stop doesn't wait for it",
  async (how) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    if (how === "refuses connections") silent.close();
    await startTracing({ ...ALL, endpoint: `http://127.0.0.1:${port}` });

    for (let count = 0; count < 5_000; count++)
      await traced(
        () => ({ name: "root", kind: "server", parent: { traceparent: undefined } }),
        async () => undefined,
      );
    await stopTracing();
    const unanswered = sockets.filter(({ bytesWritten }) => bytesWritten === 0);
    for (const socket of sockets) socket.destroy();
    silent.close();

    expect(unanswered).toEqual(sockets);
    expect(sockets.length > 0).toBe(how === "never answers");
  },
);

test("without a collector there are no spans and no trace to continue", async () => {
  await startTracing({ ...ALL, endpoint: undefined });

  const span = beginSpan(() => {
    throw new Error("not even described");
  });

  expect([span, currentTraceparent()]).toEqual([null, undefined]);
});
