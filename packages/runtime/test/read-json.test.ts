import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readJson, readObject, sendJson } from "../src/index.ts";
import { startService } from "./support/service.ts";

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService((router) => {
    router.post("/any", async (request, response) =>
      sendJson(request, response, { body: JSON.stringify({ got: await readJson(request) }) }),
    );
    router.post("/object", async (request, response) => sendJson(request, response, { body: JSON.stringify(await readObject(request)) }));
  });
});
afterAll(() => service.stop());

const JSON_TYPE = "application/json";
async function send(
  path: string,
  body: string | Buffer | undefined,
  type: string | null = JSON_TYPE,
  headers: Record<string, string> = {},
) {
  const answer = await service.ask(path, {
    method: "POST",
    headers: { ...(type !== null && { "content-type": type }), ...headers },
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  const json = (await answer.json()) as { got?: object; error?: { code: string } };
  return { status: answer.status, json, code: json.error?.code };
}
const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

test.each([
  ['{"a":1}', { a: 1 }],
  ["null", null],
  ["[1]", [1]],
  ['"x"', "x"],
  [' { "a" : "[{[{" } ', { a: "[{[{" }],
  ['{"a":"\\"{{"}', { a: '"{{' }],
])("any JSON value is read: %s", async (text, value) => {
  expect((await send("/any", text)).json).toEqual({ got: value });
});

test("a request without a body gives undefined", async () => {
  expect(await send("/any", undefined, null)).toMatchObject({ status: 200, json: {} });
  expect(await send("/any", undefined)).toMatchObject({ status: 200, json: {} });
});

test.each(["null", "[1]", '"x"', "1", ""])("if an object is required, anything else is 400: %s", async (text) => {
  expect(await send("/object", text)).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test.each([JSON_TYPE, "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"', "application/json; charset=utf8; x=y"])(
  "accepted: %s",
  async (type) => {
    expect((await send("/any", "{}", type)).status).toBe(200);
  },
);

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonx",
  "text/json",
  "application/json; charset=utf-16",
  "application/json; charset=utf-7",
  "application/json; charset=iso-8859-1",
  "application/json; charset=",
  "*/*",
  "",
])("415: %s", async (type) => {
  expect(await send("/any", "{}", type)).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
});

test("415 without a content type, and for a compressed body", async () => {
  expect(await send("/any", "{}", null)).toMatchObject({ status: 415 });
  expect(await send("/any", "{}", JSON_TYPE, { "content-encoding": "gzip" })).toMatchObject({ status: 415 });
});

test.each<[string, string | Buffer]>([
  ["not JSON", "{a:1}"],
  ["cut off", '{"a":'],
  ["two values", "{}{}"],
  ["a byte order mark", Buffer.from("\uFEFF{}")],
  ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
  ["a broken UTF-8 sequence", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["an overlong slash", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["a raw control character", '"a\nb"'],
  ["NaN", "NaN"],
  ["depth 65 of arrays", nested(65)],
  ["depth 65 of objects", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`],
  ["depth 10,000", nested(10_000)],
  ["depth 500,000", nested(500_000)],
  ["half a million opened", "[".repeat(500_000)],
])("400: %s", async (_name, body) => {
  expect(await send("/any", body)).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test("a depth of 64 is accepted, with any number of brackets at the same level or in texts", async () => {
  expect((await send("/any", nested(64))).status).toBe(200);
  expect((await send("/any", `[${Array(1000).fill("[{}]").join(",")}]`)).status).toBe(200);
  expect((await send("/any", JSON.stringify("[".repeat(1000)))).status).toBe(200);
});

test("a body of a million bytes is accepted, one above the limit is 413, with Content-Length or chunked", async () => {
  const text = (length: number) => JSON.stringify("x".repeat(length - 2));
  const chunked = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from(text(1_048_577)));
      controller.close();
    },
  });

  expect((await send("/any", text(1_048_576))).status).toBe(200);
  expect(await send("/any", text(1_048_577))).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
  const answer = await service.ask("/any", { method: "POST", headers: { "content-type": JSON_TYPE }, body: chunked, duplex: "half" });
  expect(answer.status).toBe(413);
});

test("__proto__ in a body is a normal key", async () => {
  const { json } = await send("/any", '{"__proto__":{"role":"admin"}}');

  expect(Object.keys(json.got ?? {})).toEqual(["__proto__"]);
});

test("__proto__ in an object with known members is refused", async () => {
  expect(await send("/object", '{"__proto__":{"role":"admin"}}')).toMatchObject({
    status: 400,
    json: { error: { details: [{ field: "__proto__", message: "is not a known field" }] } },
  });
});

test.each(["9007199254740993", "[1, -1e400]", '{"a": {"b": 1e-400}}', "0.1234567890123456789"])(
  "%s contains a number that is refused",
  async (body) => {
    expect(await send("/any", body)).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  },
);

test("numbers in texts are texts, and others are unchanged", async () => {
  const { json } = await send("/any", '{"a":"9007199254740993","b":[0.1,-1.5e3,9007199254740991]}');

  expect(json.got).toEqual({ a: "9007199254740993", b: [0.1, -1500, 9007199254740991] });
});
