import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import { etagOf, sendJson, withExpectedVersion } from "../src/index.ts";
import { startService } from "./support/service.ts";

let service: Awaited<ReturnType<typeof startService>>;
const BODY = '{"data":{"title":"Größe"}}';
beforeAll(async () => {
  service = await startService((router) => {
    router.get("/record", (request, response) => sendJson(request, response, { body: BODY, etag: { version: 7 } }));
    router.get("/list", (request, response) => sendJson(request, response, { body: BODY }));
    router.get("/api/auth/me", (request, response) => sendJson(request, response, { body: BODY, headers: { "set-cookie": "a=b" } }));
    router.post("/record", (request, response) => sendJson(request, response, { status: 201, body: BODY, etag: { version: 7 } }));
    router.put("/record", async (request, response) => {
      const tried: (number | null)[] = [];
      const version = await withExpectedVersion(request, async (expected) => {
        tried.push(expected);
        if (expected === 9) throw new AppError("PRECONDITION_FAILED");
        return expected;
      });
      sendJson(request, response, { body: JSON.stringify({ version, tried: tried.length }) });
    });
  });
});
afterAll(() => service.stop());

test("a record's answer is private JSON with a strong ETag of version and hash", async () => {
  const answer = await service.ask("/record");

  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(BODY)),
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers.get("etag")).toMatch(/^"7\.[\w-]{16}"$/);
  expect(await answer.text()).toBe(BODY);
});

test("the same version with another body has another ETag", () => {
  expect(etagOf("a", 1)).not.toBe(etagOf("b", 1));
  expect(etagOf("a", 1)).not.toBe(etagOf("a", 2));
});

test("an answer without a record has no ETag, and one with secrets has Cache-Control: no-store", async () => {
  const [list, secret] = [await service.ask("/list"), await service.ask("/api/auth/me")];

  expect(list.headers.get("etag")).toBeNull();
  expect([secret.headers.get("cache-control"), secret.headers.get("set-cookie")]).toEqual(["no-store", "a=b"]);
});

test("If-None-Match with the whole ETag is 304 without a body; with the version alone it isn't", async () => {
  const tag = etagOf(BODY, 7);
  const status = async (header: string, method = "GET") =>
    (await service.ask("/record", { method, headers: { "if-none-match": header } })).status;

  for (const header of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) expect(await status(header)).toBe(304);
  expect(await status(tag, "HEAD")).toBe(304);
  for (const header of ['"7"', '"7.AAAAAAAAAAAAAAAA"', tag.replace("7.", "8."), tag.slice(1, -1)]) expect(await status(header)).toBe(200);
  expect(await status(tag, "POST")).toBe(201);
  const answer = await service.ask("/record", { headers: { "if-none-match": tag } });
  expect([answer.headers.get("etag"), await answer.text(), answer.headers.has("content-length")]).toEqual([tag, "", false]);
});

test("HEAD has the length of the body that GET would have", async () => {
  const answer = await service.ask("/record", { method: "HEAD" });

  expect([answer.headers.get("content-length"), answer.headers.get("etag"), await answer.text()]).toEqual([
    String(Buffer.byteLength(BODY)),
    etagOf(BODY, 7),
    "",
  ]);
});

test.each([
  [undefined, null],
  ["*", null],
  [etagOf(BODY, 7), 7],
  ['"12.other-hash"', 12],
  [`${etagOf(BODY, 7)}, "7.x"`, 7],
  ['"7"', -1],
  [`W/${etagOf(BODY, 7)}`, -1],
  ["nonsense", -1],
  ["", -1],
  ['"99999999999.x"', -1],
])("If-Match %s requires version %s", async (header, version) => {
  const answer = await service.ask("/record", { method: "PUT", headers: header === undefined ? {} : { "if-match": header } });

  expect(await answer.json()).toEqual({ version, tried: 1 });
});

test.each([
  ['"9.a", "2.b"', 200, { version: 2, tried: 2 }],
  ['"2.b", "9.a"', 200, { version: 2, tried: 1 }],
  ['"9.a", "9.b"', 412, undefined],
  [Array.from({ length: 11 }, (_, i) => `"${i}.a"`).join(), 400, undefined],
])("of the versions of If-Match %s, the first that matches is used", async (header, status, body) => {
  const answer = await service.ask("/record", { method: "PUT", headers: { "if-match": header } });

  expect(answer.status).toBe(status);
  if (body) expect(await answer.json()).toEqual(body);
});
