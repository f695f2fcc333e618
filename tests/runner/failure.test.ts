import { beforeEach, expect, test } from "@jest/globals";
import {
  addExchange,
  addFailureReporter,
  failureDetails,
  forgetExchanges,
  forgetFailureReporters,
  logReporter,
  recording,
} from "./failure.ts";

const answering = (text: string, status = 200) =>
  recording(async () => new Response(text, { status, headers: { "x-request-id": `id-of-${text}` } }));

beforeEach(() => {
  forgetExchanges();
  forgetFailureReporters();
});

test("a failed test prints its last five requests, with the answers that it has read", async () => {
  for (const name of ["first", "second", "third", "fourth", "fifth"]) await (await answering(name)(`http://site/${name}`)).text();
  const refused = await answering('{"code":"no"}', 409)("http://site/sixth", { method: "PUT", body: '{"name":"Ada"}' });

  expect(await refused.json()).toEqual({ code: "no" });
  const printed = (await failureDetails())?.stack;
  expect(printed).not.toContain("first");
  expect(printed).toContain("GET http://site/third\n→ 200 (request id id-of-third)\nthird");
  expect(printed).toContain('PUT http://site/sixth\n{"name":"Ada"}\n→ 409 (request id id-of-{"code":"no"})\n{"code":"no"}');
});

test("it prints the log lines of these requests, and of no others", async () => {
  addFailureReporter(logReporter(async () => "line of id-of-other\nline of id-of-mine\n"));
  await answering("mine")("http://site/");

  const printed = (await failureDetails())?.stack;

  expect(printed).toContain("line of id-of-mine");
  expect(printed).not.toContain("id-of-other");
});

test("requests without an answer and failed reporters hide nothing", async () => {
  addExchange({ sent: "GET http://site/hangs" });
  addFailureReporter(() => Promise.reject(new Error("no screenshot")));

  expect((await failureDetails())?.stack).toContain("GET http://site/hangs\n→ no answer\n\nError: no screenshot");
});

test("a test without requests prints its error only", async () => {
  expect(await failureDetails()).toBeNull();
});
