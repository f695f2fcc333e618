import { expect, test } from "@jest/globals";
import { useSite } from "./site.ts";

const site = useSite();

test("the root redirects a browser to the admin page, and is 404 for an API client", async () => {
  const visitor = site.stack.visitor.withContract(() => undefined); // the API description does not contain the page
  const led = await visitor.get("/", { accept: "text/html,application/xhtml+xml" });
  const page = await visitor.get(String(led.headers.get("location")), { accept: "text/html" });
  const script = /src="(\/admin\/assets\/page-[^"]+\.js)"/.exec(page.text)?.[1];
  const answer = await visitor.get(String(script), { "accept-encoding": "br" });

  expect([led.status, page.status, answer.status]).toEqual([302, 200, 200]);
  expect(page.text).not.toContain("module"); // Chromium would parse these scripts at each visit
  expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect((await visitor.get("/", { accept: "application/json" })).status).toBe(404);
});
