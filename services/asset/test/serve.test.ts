import { get as httpGet, type IncomingMessage } from "node:http";
import { readdirSync, readlinkSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";
import { byteDifference } from "../../../tests/support/media/byte-difference.ts";

let site: TestAssets;
let url: string;
let bytes: Buffer;
beforeAll(async () => {
  site = await startAssets();
  bytes = await picture("png", { width: 300, height: 300 });
  url = (await site.upload(bytes)).json.data.url;
});
afterAll(() => site.stop());

describe("an original", () => {
  test("has a strong ETag and a date, and may be cached permanently", async () => {
    const { headers } = await site.get(url);

    expect(headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Date.parse(headers.get("last-modified") ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("accept-ranges")).toBe("bytes");
    expect(headers.get("content-length")).toBe(String(bytes.length));
  });

  test("is not sent again to a caller that has it", async () => {
    const { headers } = await site.get(url);
    const etag = headers.get("etag") ?? "";

    const statuses = await Promise.all([
      site.get(url, { "if-none-match": etag }),
      site.get(url, { "if-none-match": `"other", W/${etag}` }),
      site.get(url, { "if-none-match": "*" }),
      site.get(url, { "if-modified-since": headers.get("last-modified") ?? "" }),
      site.get(url, { "if-none-match": '"other"', "if-modified-since": headers.get("last-modified") ?? "" }),
      site.get(url, { "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" }),
      site.get(url, { "if-modified-since": "nonsense" }),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([304, 304, 304, 304, 200, 200, 200]);
    expect(statuses[0]?.headers.get("etag")).toBe(etag);
    expect(statuses[0]?.bytes).toHaveLength(0);
  });

  test("is refused if If-Match has another ETag", async () => {
    const { headers } = await site.get(url);
    const etag = headers.get("etag") ?? "";
    const long = "Mon, 01 Jan 2001 00:00:00 GMT";

    const answers = await Promise.all([
      site.get(url, { "if-match": etag }),
      site.get(url, { "if-match": `"other", ${etag}`, "if-unmodified-since": long }),
      site.get(url, { "if-match": "*" }),
      site.get(url, { "if-unmodified-since": headers.get("last-modified") ?? "" }),
      site.get(url, { "if-match": '"other"' }),
      site.get(url, { "if-match": `W/${etag}` }),
      site.get(url, { "if-match": '"other"', range: "bytes=0-9" }),
      site.get(url, { "if-unmodified-since": long }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 412, 412, 412, 412]);
    expect(answers[4]?.json.error.code).toBe("PRECONDITION_FAILED");
  });

  test.each([
    ["bytes=0-9", 206, [0, 9]],
    ["bytes=10-", 206, [10, -1]],
    ["bytes=-5", 206, [-5, -1]],
    ["bytes=0-99999999", 206, [0, -1]],
    ["bytes=99999999-", 416, null],
    ["bytes=99999999999999999999-", 416, null],
    ["bytes=0-99999999999999999999", 206, [0, -1]],
    ["bytes=-0", 416, null],
    ["bytes=5-2", 200, null],
    ["bytes=0-1,3-4", 200, null],
    ["lines=0-1", 200, null],
    ["bytes=x", 200, null],
  ])("answers the range %s with %d", async (range, status, part) => {
    const answer = await site.get(url, { range });

    expect(answer.status).toBe(status);
    if (status === 200) expect(byteDifference(answer.bytes, bytes)).toBeNull();
    if (status === 416)
      expect([answer.headers.get("content-range"), answer.json.error.code]).toEqual([`bytes */${bytes.length}`, "VALIDATION_ERROR"]);
    if (part) {
      const [start = 0, end = 0] = part.map((at) => (at < 0 ? bytes.length + at : at));
      const from = part[1] === -1 && part[0]! < 0 ? bytes.length - 5 : start;
      expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${end}/${bytes.length}`);
      expect(byteDifference(answer.bytes, bytes.subarray(from, end + 1))).toBeNull();
    }
  });

  test("is sent as a whole if If-Range has another ETag", async () => {
    const { headers } = await site.get(url);
    const other = await site.get(url, { range: "bytes=0-9", "if-range": '"other"' });
    const same = await site.get(url, { range: "bytes=0-9", "if-range": headers.get("etag") ?? "" });
    const dated = await site.get(url, { range: "bytes=0-9", "if-range": headers.get("last-modified") ?? "" });

    expect([other.status, same.status, dated.status]).toEqual([200, 206, 206]);
  });

  test("answers HEAD with the same headers and no body", async () => {
    const head = await site.send("editor", url, { method: "HEAD" });

    expect([head.status, head.headers.get("content-length"), head.bytes.length]).toEqual([200, String(bytes.length), 0]);
  });

  test.each([
    ["a picture", "image", {}, undefined],
    ["a PDF", "%PDF-1.7\n%\xE2\xE3\n", {}, undefined],
    ["text", "some text", { name: "a.txt" }, "attachment"],
    ["HTML", "<script>alert(1)</script>", { name: "a.html", type: "text/html" }, "attachment"],
    ["an SVG", "<svg><script>alert(1)</script></svg>", {}, "attachment"],
    ["an undecoded image", "\0\x01\x02", { type: "image/x-foo" }, "attachment"],
  ])("that is %s is shown inline or as a download, as is safe", async (_what, content, how, disposition) => {
    const made = content === "image" ? { json: { data: { url } } } : await site.upload(content, how);

    const { headers } = await site.get(made.json.data.url);

    expect(headers.get("content-disposition")?.split(";")[0]).toBe(disposition);
    expect(headers.get("content-security-policy")).toBe(disposition ? "default-src 'none'; sandbox" : null);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("permission", () => {
  test("is that of the record, including the row filter", async () => {
    const secret = await site.upload(await picture("png", { seed: 1 }), { alt: "secret" });
    const open = await site.upload(await picture("png", { seed: 2 }), { alt: "open" });

    const statuses = await Promise.all([
      site.get(secret.json.data.url, {}, "visitor"),
      site.get(`${secret.json.data.url}?w=10`, {}, "visitor"),
      site.get(open.json.data.url, {}, "visitor"),
      site.get(open.json.data.url, {}, "nobody"),
      site.get(open.json.data.url, {}, "dropper"),
      site.get(secret.json.data.url, {}, "admin"),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 403, 403, 200]);
    expect(statuses[5]?.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect(statuses[2]?.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test("ends when a change of the record ends it, also if the asset was just served", async () => {
    const { data } = (await site.upload(await picture("png", { seed: 3 }), { alt: "open" })).json;
    const visit = async () => {
      const answer = await site.get(data.url, {}, "visitor");
      return [answer.status, answer.headers.get("cache-control")?.split(",")[0]];
    };
    const before = await visit();

    await site.sql("update cms.images set alt = 'secret', version = version + 1 where id = $1", [data.id]);

    expect([before, await visit()]).toEqual([
      [200, "public"],
      [404, "private"],
    ]);
    expect((await site.get(data.url)).headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  });

  test("is checked before parameters, and these before a missing file", async () => {
    expect((await site.get("/api/assets/none-00000000.png?w=x", {}, "nobody")).status).toBe(403);
    expect((await site.get("/api/assets/none-00000000.png?w=x")).status).toBe(400);
    expect((await site.get("/api/assets/none-00000000.png?w=1")).status).toBe(404);
  });

  test("is needed for the entity of the asset", async () => {
    const file = await site.upload("a file", { name: "a.txt" });

    expect((await site.get(file.json.data.url, {}, "smallOnly")).status).toBe(403);
  });
});

test.each([
  "..%2f..%2fetc%2fpasswd",
  "%2e%2e%2f",
  "..%5c",
  "%00",
  "a%00.png",
  "a%0d%0aX: y",
  ".htaccess",
  "-x.png",
  "%u2025",
  "x".repeat(300),
  "tmp",
  "originals",
  "a%20b.png",
  "\u202E.png",
  "..",
  ".",
  "%252e%252e",
  "a;b.png",
  "a|b",
  "~root",
  "a..png",
])("the name %j is not found, or not a valid path", async (name) => {
  const answer = await site.get(`/api/assets/${name}`);

  expect([400, 404]).toContain(answer.status);
  expect(answer.json.error.code).toMatch(/NOT_FOUND|VALIDATION_ERROR/);
});

test("missing bytes are not found, and the service continues", async () => {
  const made = await site.upload(await picture("png", { seed: 5 }));
  const [row] = await site.sql<{ storage_key: string }>("select storage_key from cms.images where id = $1", [made.json.data.id]);
  await unlink(join(site.folder, String(row?.storage_key)));

  expect((await site.get(made.json.data.url)).status).toBe(404);
  expect((await site.get(url)).status).toBe(200);
});

test("a reader that started before the record was deleted gets the whole file, the next one nothing", async () => {
  const large = Buffer.alloc(15_000_000, "0123456789");
  const made = await site.upload(large, { name: "large.bin", type: "application/octet-stream" });
  const answer = await new Promise<IncomingMessage>((resolve) =>
    httpGet(site.url + made.json.data.url, { headers: { "x-cms-identity": site.tokenFor("editor") } }, resolve),
  );
  await site.remove("_file", made.json.data.id);
  const isRemoved = async () => !(await site.files()).some((name) => name.includes(made.json.data.id));
  await eventually(isRemoved, { what: "the file is removed" });

  let length = 0;
  for await (const chunk of answer) length += chunk.length;

  expect(length).toBe(large.length);
  expect((await site.get(made.json.data.url)).status).toBe(404);
});

test("aborted downloads leave no open files, and the service still answers", async () => {
  const large = await site.upload(Buffer.alloc(2_000_000, "abc"), { name: "broken.txt" });
  const headers = { "x-cms-identity": site.tokenFor("editor") };
  const before = openFiles();

  for (let at = 0; at < 500; at += 50)
    await Promise.all(Array.from({ length: 50 }, () => breakOff(site.url + large.json.data.url, headers)));

  await eventually(() => openFiles() <= before);
  expect((await site.get(large.json.data.url)).bytes).toHaveLength(2_000_000);
});

function breakOff(address: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const request = httpGet(address, { headers, agent: false }, (answer) => answer.destroy());
    request.once("close", () => resolve());
    request.once("error", () => undefined);
  });
}

/** The number of the storage's files that this process has open. */
function openFiles(): number {
  const links = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return links.filter((link) => link.startsWith(site.folder)).length;
}
