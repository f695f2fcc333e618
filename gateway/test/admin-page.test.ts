import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addSession, startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

const INLINE = "performance.mark('page');";
const DOCUMENT = `<!doctype html><title>page</title><script>${INLINE}</script><script src="/admin/assets/page-1a2b.js"></script>`;
const SCRIPT = "console.log('page')";
const folder = mkdtempSync(join(tmpdir(), "colophon-page-"));
let gateway: Awaited<ReturnType<typeof startGateway>>;
const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers, redirect: "manual" });

beforeAll(async () => {
  mkdirSync(join(folder, "admin/assets"), { recursive: true });
  writeFileSync(join(folder, "admin/index.html"), DOCUMENT);
  for (const [end, bytes] of [
    ["", SCRIPT],
    [".br", brotliCompressSync(SCRIPT)],
    [".gz", gzipSync(SCRIPT)],
  ] as const) {
    writeFileSync(join(folder, `admin/assets/page-1a2b.js${end}`), bytes);
  }
  gateway = await startGateway({ adminFolder: folder });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(["/admin", "/admin/", "/admin/sign-in", "/admin/content/article/some.slug"])(
  "%s returns the page's document, which browsers revalidate each time",
  async (path) => {
    const answer = await get(path);

    expect([answer.status, await answer.text()]).toEqual([200, DOCUMENT]);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html; ?charset=utf-8$/i);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect((await get(path, { "if-none-match": String(answer.headers.get("etag")) })).status).toBe(304);
  },
);

test("a document runs only scripts of its own host and those that it contains, and can't be framed by other sites", async () => {
  const { headers } = await get("/admin/");

  const policy = String(headers.get("content-security-policy"));
  const rules = new Map(
    policy.split("; ").map((rule): [string, string] => [rule.slice(0, rule.indexOf(" ")), rule.slice(rule.indexOf(" ") + 1)]),
  );
  expect(rules.get("script-src")).toBe(`'self' 'sha256-${createHash("sha256").update(INLINE).digest("base64")}'`);
  expect(rules.get("default-src")).toBe("'none'");
  expect(rules.get("frame-ancestors")).toBe("'none'");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
});

test("a file with a hash in its name is cached permanently, and is sent in its precompressed form", async () => {
  const ask = (accepted: string) =>
    sendRaw(gateway.url, `GET /admin/assets/page-1a2b.js HTTP/1.1\r\nHost: a\r\n${accepted}Connection: close\r\n\r\n`);
  const [brotli, plain] = [await ask("Accept-Encoding: gzip, br\r\n"), await ask("")];

  expect(brotli.head).toMatch(/content-encoding: br/i);
  expect(brotliDecompressSync(Buffer.from(brotli.body, "latin1")).toString()).toBe(SCRIPT);
  expect(plain.head).not.toMatch(/content-encoding/i);
  expect(plain.head).toMatch(/cache-control: public, max-age=31536000, immutable/i);
  expect(plain.head).toMatch(/vary: .*accept-encoding/i);
  expect(plain.body).toBe(SCRIPT);
});

test.each(["/admin/assets/other.js", "/admin/assets/"])("%s, which is no file, is 404", async (path) => {
  const answer = await get(path);

  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([404, "NOT_FOUND"]);
});

test("the page accepts only GET and HEAD", async () => {
  const answer = await fetch(`${gateway.url}/admin/`, { method: "POST" });
  const head = await fetch(`${gateway.url}/admin/`, { method: "HEAD" });

  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each(["/admin/../api/article", "/admin//x", "/admin/%2e%2e/x", "/admin/%2fetc"])(
  "%s is refused like any ambiguous path",
  async (path) => {
    const answer = await sendRaw(gateway.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

    expect(answer.status).toBe(400);
  },
);

test("the page causes no look-up of the caller, whatever credentials the request has", async () => {
  const token = addSession(gateway.services.auth);

  const answers = [await get("/admin/", { cookie: `cms_session=${token}` }), await get("/admin/", { authorization: "Bearer nonsense" })];

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(gateway.services.auth.lookUps).toBe(0);
});

test("the page counts in the rate limit of files", async () => {
  const limited = await startGateway({ adminFolder: folder, env: { RATE_LIMIT_ASSETS_PER_MINUTE: 1 } });
  try {
    const statuses = [(await fetch(`${limited.url}/admin/`)).status, (await fetch(`${limited.url}/admin/`)).status];

    expect(statuses).toEqual([200, 429]);
  } finally {
    await limited.stop();
  }
});

test("the root redirects browsers to the page, and is 404 for API clients", async () => {
  const browser = await get("/", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
  const caller = await get("/", { accept: "application/json" });

  expect([browser.status, browser.headers.get("location")]).toEqual([302, "/admin/"]);
  expect(caller.status).toBe(404);
});

test.each([
  ["the configuration turns it off", { admin: false as const, adminFolder: folder }],
  ["it was not built", { adminFolder: join(folder, "nothing") }],
])("there is no page where %s", async (_why, options) => {
  const without = await startGateway(options);
  try {
    const answers = await Promise.all(
      ["/admin", "/admin/", "/admin/assets/page-1a2b.js", "/"].map((path) =>
        fetch(without.url + path, { headers: { accept: "text/html" } }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  } finally {
    await without.stop();
  }
});
