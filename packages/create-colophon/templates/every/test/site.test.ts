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
  for (const { name } of site.config.entities) {
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`${site.url}/api/${name}`, { method: "POST", headers, body: "{}" });
    assert.ok(status >= 400, `${name} answers ${status}`);
  }
});
