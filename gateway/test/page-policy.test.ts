import { expect, test } from "@jest/globals";
import { pagePolicy, type ShownSites } from "../src/page/policy.ts";

function ruleOf(name: string, config: Partial<ShownSites>): string | undefined {
  const rules = pagePolicy({ entities: [], cors: { origins: [] }, storage: { adapter: "local" }, ...config }, []).split("; ");
  return rules.find((rule) => rule.startsWith(`${name} `))?.slice(name.length + 1);
}
const previewed = (...previews: NonNullable<ShownSites["entities"][number]["admin"]>["preview"][]) => ({
  entities: [{}, ...previews.map((preview) => ({ admin: preview === undefined ? {} : { preview } }))],
});

test.each([
  [["/articles/{slug}"], "'self'"],
  [["https://www.example.com/articles/{slug}", "https://www.example.com/{seo.path}?a#b"], "'self' https://www.example.com"],
  [["http://localhost:3000/{slug}", "https://shop.example.com"], "'self' http://localhost:3000 https://shop.example.com"],
  [["https://{locale}.example.com/{slug}"], "'self' https://*.example.com"],
  [["https://{host}/{slug}", "https://www.{domain}/", "https://a.example.com:{port}/"], "'self'"],
  [["//www.example.com/", "javascript:alert(1)", "https://a.example;script-src *", "https://user@a.example/"], "'self'"],
])("previews at %j may be framed: %s", (previews, sources) => {
  expect(ruleOf("frame-src", previewed(...previews))).toBe(sources);
});

test("the result of a preview function may be framed if its site may call the API, and only those sites", () => {
  const cors = { origins: ["https://www.example.com"] };

  expect(ruleOf("frame-src", { ...previewed(() => null), cors })).toBe("'self' https://www.example.com");
  expect(ruleOf("frame-src", { ...previewed("/a"), cors })).toBe("'self'");
  expect(ruleOf("connect-src", { ...previewed(() => null), cors })).toBe("'self'");
});

test.each([
  ["https://cdn.example.com/logo.svg", "'self' data: blob: https://cdn.example.com"],
  ["/logo.svg", "'self' data: blob:"],
])("the logo at %s is allowed, and no other image from other hosts: %s", (logo, sources) => {
  expect(ruleOf("img-src", { admin: { logo } })).toBe(sources);
  expect(ruleOf("default-src", { admin: { logo } })).toBe("'none'");
});

test("images and players of the CDN with the files are allowed", () => {
  const storage = { adapter: "local", publicUrl: "https://cdn.example.com/media" } as const;

  expect(ruleOf("img-src", { storage })).toBe("'self' data: blob: https://cdn.example.com");
  expect(ruleOf("media-src", { storage })).toBe("'self' blob: https://cdn.example.com");
  expect(ruleOf("connect-src", { storage })).toBe("'self'");
});
