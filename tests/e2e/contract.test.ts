import { beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { createContract, type Contract, type Exchange } from "../support/http/contract.ts";

let contract: Contract;
beforeAll(async () => {
  contract = await createContract(join(import.meta.dirname, "site.config.ts"));
});

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-request-id": "r1",
  "ratelimit-limit": "200",
  "ratelimit-remaining": "199",
  "ratelimit-reset": "60",
  etag: '"1.x"',
};
const RECORD = { id: "0190a000-0000-7000-8000-000000000000", _type: "tag", label: "x" };
const exchange = (body: unknown, more: Partial<Exchange> = {}): Exchange => ({
  method: "GET",
  path: `/api/tag/${RECORD.id}`,
  sent: undefined,
  status: 200,
  headers: new Headers(HEADERS),
  text: JSON.stringify(body),
  ...more,
});
const refusal = (code: string) => ({ error: { code, message: "No" } });

test("an answer that the description allows is accepted", () => {
  expect(() => contract(exchange({ data: RECORD }))).not.toThrow();
  expect(() => contract(exchange(refusal("NOT_FOUND"), { status: 404 }))).not.toThrow();
  expect(() => contract(exchange(refusal("CONFLICT"), { status: 409 }))).not.toThrow(); // described by the `default` response
  expect(() => contract(exchange(refusal("NOT_FOUND"), { status: 404, path: "/nowhere" }))).not.toThrow();
  expect(() => contract(exchange(null, { status: 304, text: "" }))).not.toThrow();
});

test.each([
  ["a member that nobody described", { data: { ...RECORD, secret: 1 } }, {}],
  ["a value of another type", { data: { ...RECORD, label: 1 } }, {}],
  ["a body without its envelope", RECORD, {}],
  ["a status that isn't described", { data: RECORD }, { status: 202 }],
  ["an error with another status's code", refusal("CONFLICT"), { status: 404 }],
  ["an error with an unknown code", refusal("TEAPOT"), { status: 409 }],
  ["an error that is none", { message: "No" }, { status: 500 }],
  ["an unknown route that answers", { data: RECORD }, { path: "/api/nothing/at/all" }],
  ["a missing header", { data: RECORD }, { headers: new Headers({ "content-type": "application/json" }) }],
  ["another content type", { data: RECORD }, { headers: new Headers({ ...HEADERS, "content-type": "text/html" }) }],
  ["a body where there is none", { data: RECORD }, { status: 304 }],
  ["a parameter that was taken and isn't described", { data: RECORD }, { path: `/api/tag/${RECORD.id}?secret=1` }],
  ["a body that was taken and isn't described", { data: RECORD }, { method: "PUT", sent: '{"label":1}' }],
] as const)("%s is detected", (_what, body, more) => {
  expect(() => contract(exchange(body, more))).toThrow(/breaks the description/);
});
