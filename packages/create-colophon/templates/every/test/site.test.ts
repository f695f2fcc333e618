import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startSite, type Site } from "colophon/test";

let site: Site;
before(async () => void (site = await startSite()));
after(() => site.stop());

test("the API is up", async () => {
  const { status } = await fetch(`${site.url}/api/health`);
  assert.equal(status, 200);
});

test("visitors may write nothing", async () => {
  const user = { email: "visitor@example.com", role: "admin" };
  const requests = [
    ["POST", "_user", user] as const,
    ...site.config.entities.map(({ name, global }) => [global ? "PUT" : "POST", name, {}] as const),
  ];
  for (const [method, name, body] of requests) {
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`${site.url}/api/${name}`, { method, headers, body: JSON.stringify(body) });
    assert.equal(status, 403, `${name} answers ${status}`); // a role that may write gets 201, 200, or 400 for a missing field
  }
});
