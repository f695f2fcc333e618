import { expect, test } from "@jest/globals";
import { allMetrics, createMetrics } from "../src/metrics/metrics.ts";

test("the metrics of a process with several services show each service under its name, and the process once", async () => {
  const [gateway, content] = [createMetrics("gateway", "1.0.0", false), createMetrics("content", "1.0.0", false)];
  gateway.observe("GET", "/api/:entity", 200, 0.01);
  content.observe("GET", "/api/:entity", 200, 0.01);
  content.observe("GET", "/api/:entity", 200, 0.01);

  const lines = (await allMetrics(gateway, [gateway, content]).text()).split("\n");

  const counts = lines.filter((line) => line.startsWith("http_request_duration_seconds_count"));
  expect(counts.map((line) => [/service="(\w+)"/.exec(line)?.[1], line.split(" ").at(-1)])).toEqual([
    ["gateway", "1"],
    ["content", "2"],
  ]);
  expect(lines.filter((line) => line.startsWith("process_resident_memory_bytes"))).toEqual([
    expect.stringContaining('{service="services"}'),
  ]);
  expect(lines.filter((line) => line.startsWith("# TYPE http_request_duration_seconds "))).toHaveLength(1);
});
