/** The cache rules for Cloudflare that the documentation shows, evaluated as Cloudflare does: all that match, and the last setting counts. */
import { expect, test } from "@jest/globals";
import { documented } from "./caches.ts";

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface Rule {
  readonly expression: string;
  readonly action: string;
  readonly action_parameters: Readonly<Record<string, unknown>>;
}

const rules = JSON.parse(documented("cloudflare-rules.json")) as readonly Rule[];

test.each<[string, Request, unknown]>([
  ["a visitor's read", { path: "/api/article", headers: {} }, true],
  ["a visitor with a cookie of another program", { path: "/api/article", headers: { cookie: "theme=dark" } }, true],
  ["a session", { path: "/api/article", headers: { cookie: "theme=dark; cms_session=abc" } }, false],
  ["an API key", { path: "/api/article", headers: { authorization: "Bearer abc" } }, false],
  ["a page at another address", { path: "/api/article", headers: { origin: "https://www.example.com" } }, false],
  ["another path", { path: "/openapi.json", headers: {} }, undefined],
])("whether an answer may come from Cloudflare's cache: %s", (_, request, isCached) => {
  const matching = rules.filter(({ expression }) => matches(expression, request));
  const settings = Object.assign({}, ...matching.map((rule) => rule.action_parameters));

  expect(rules.map(({ action }) => action)).toEqual(rules.map(() => "set_cache_settings"));
  expect(settings.cache).toBe(isCached);
  if (isCached === true) expect(settings.edge_ttl).toEqual({ mode: "bypass_by_default" });
});

/** The functions and operators of Cloudflare's rules that these use. @throws for any other */
function matches(expression: string, { path, headers }: Request): boolean {
  return expression.split(" or ").some((part) => {
    const start = /^starts_with\(http\.request\.uri\.path, "([^"]*)"\)$/.exec(part)?.[1];
    if (start !== undefined) return path.startsWith(start);
    const names = /^any\(http\.request\.headers\.names\[\*\] in \{([^}]*)\}\)$/.exec(part)?.[1];
    if (names !== undefined) return names.split(" ").some((name) => Object.hasOwn(headers, name.replaceAll('"', "")));
    const text = /^http\.cookie contains "([^"]*)"$/.exec(part)?.[1];
    if (text !== undefined) return (headers["cookie"] ?? "").includes(text);
    throw new Error(`unknown: ${part}`);
  });
}
