import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { generateKeyPairSync } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:http";
import { validateConfig, type ConfigDefinition } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { createApp, createLog, createSigner, createVerifier } from "@colophon/runtime";
import { createClient } from "../../../tests/support/http/client.ts";
import { mountDescription } from "../src/docs/openapi.routes.ts";
import { magazine } from "./support/magazine.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const now = () => 0; // no token ends during these tests
const signer = createSigner(privateKey, now, now);
const identity = { credentialId: null, userId: null, email: null, expiresAt: null };
const visitor = signer.sign({ ...identity, kind: "anonymous", role: "visitor" });
const nobody = signer.sign({ ...identity, kind: "anonymous", role: "" }); // where there is no public role
const editor = signer.sign({ ...identity, kind: "key", credentialId: "01890a5d-ac96-774b-bcce-b302099a8057", role: "editor" });
const servers: Server[] = [];

/** The two routes of a site, without a database: they need none. */
async function serve(definition: ConfigDefinition) {
  const validated = validateConfig(definition);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const schema = compileSchema(validated.config);
  const log = createLog({ name: "content", level: "fatal" });
  const app = createApp({
    name: "content",
    log,
    verifier: createVerifier([publicKey], now),
    routes: (router) => mountDescription(router, { schema }),
  });
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient(`http://127.0.0.1:${port}`);
  return (path: string, token: string, headers: Record<string, string> = {}, method = "GET") =>
    client.send(method, path, { headers: { "x-cms-identity": token, ...headers } });
}

type Ask = Awaited<ReturnType<typeof serve>>;
let open: Ask, closed: Ask, off: Ask;
beforeAll(async () => {
  open = await serve({ ...magazine, openapi: true });
  closed = await serve({ ...magazine, openapi: true, roles: magazine.roles.filter((role) => !role.public) });
  off = await serve(magazine);
});
afterAll(() => Promise.all(servers.map(stop)));

/** With the idle connections, which `fetch` keeps. */
function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

test("the description is JSON with an ETag for each role, and 304 for If-None-Match", async () => {
  const first = await open("/openapi.json", visitor);
  const tag = String(first.headers.get("etag"));
  const { text } = first;
  const again = await open("/openapi.json", visitor);
  const other = await open("/openapi.json", editor, { "if-none-match": tag });
  const kept = await open("/openapi.json", visitor, { "if-none-match": tag });

  expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.0", paths: { "/api/article": { get: { operationId: "article.list" } } } });
  expect([again.headers.get("etag"), again.text]).toEqual([tag, text]);
  expect([other.status, other.headers.get("etag") === tag, other.body]).toEqual([
    200,
    false,
    expect.objectContaining({ paths: expect.objectContaining({ "/api/article": expect.objectContaining({ post: expect.anything() }) }) }),
  ]);
  expect([first, other, kept].map(({ headers }) => headers.get("vary"))).toEqual(Array(3).fill("Cookie, Authorization"));
  expect(JSON.parse(text).paths["/api/article"]).not.toHaveProperty("post");
  expect([kept.status, kept.text]).toEqual([304, ""]);
  expect((await open("/openapi.json?x=1", editor)).status).toBe(400);
  expect((await open("/openapi.json", editor, {}, "POST")).status).toBe(405);
});

test("it contains no secret of the configuration and no custom route", async () => {
  const { text } = await open("/openapi.json", editor);

  expect(text).not.toMatch(/storage|secretAccessKey|\/api\/custom|function/);
});

test("anonymous callers get the description only with a public role", async () => {
  const answers = await Promise.all(["/openapi.json", "/docs"].map((path) => closed(path, nobody)));

  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect((await closed("/docs", editor)).status).toBe(200);
});

test("without `openapi: true`, neither exists", async () => {
  const answers = await Promise.all(["/openapi.json", "/docs"].map((path) => off(path, editor)));

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test("the explorer loads only its own files", async () => {
  const page = await open("/docs", visitor);
  const html = page.text;
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => String(match[1]));
  const files = await Promise.all(loaded.map((path) => open(path, visitor, { "accept-encoding": "identity" })));

  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(page.headers.get("content-security-policy")).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  expect(loaded).toHaveLength(4);
  expect(loaded.filter((path) => !path.startsWith("/docs/"))).toEqual([]);
  expect(html).not.toMatch(/<script>|\son\w+=/);
  expect(files.map(({ status, headers }) => [status, headers.get("x-content-type-options")])).toEqual(loaded.map(() => [200, "nosniff"]));
  const styles = files[1]?.text;
  expect(styles).not.toMatch(/@import|url\(["']?(?:https?:)?\/\//);
});

test("its files are compressed if the caller accepts it, and no other file is served", async () => {
  const script = /src="([^"]+bundle\.js)"/.exec((await open("/docs", visitor)).text)?.[1] ?? "";
  const small = await open(script, visitor, { "accept-encoding": "gzip" });

  expect(small.headers.get("content-encoding")).toBe("gzip");
  expect(Number(small.headers.get("content-length"))).toBeLessThan(800_000);
  expect(small.text).toContain("SwaggerUIBundle");
  expect(small.headers.get("cache-control")).toContain("immutable");
  for (const name of ["package.json", "index.html", "..%2fpackage.json", "toString"])
    expect((await open(script.replace("swagger-ui-bundle.js", name), visitor)).status).toBe(404);
});
