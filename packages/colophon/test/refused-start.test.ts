import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { privateFolder, startFixture } from "./start-fixture.ts";

const folder = privateFolder();
afterAll(folder.remove);

test("a wrong configuration ends the start with status 1 and every problem, before anything listens", () => {
  const file = join(dirname(folder.path), "wrong.config.ts");
  writeFileSync(
    file,
    `export default { entities: [{ name: "custom", fields: [] }, { name: "a", fields: [{ name: "x", type: "nope" }] }], roles: [] };`,
  );

  const { status, stderr } = npmStart({ CMS_CONFIG: file });

  expect(status).toBe(1);
  expect(stderr).toContain("entities[0].name");
  expect(stderr).toContain("entities[1].fields[0].type");
  expect(stderr).toContain("roles");
  expect(stderr).not.toContain("    at "); // no stack trace
  expect(existsSync(folder.path)).toBe(false);
});

test("all invalid variables are named together", () => {
  const { status, stderr } = npmStart({ PORT: "http", RATE_LIMIT_PER_MINUTE: "-1", TRUST_PROXY: "true" });

  expect(status).toBe(1);
  for (const name of ["PORT", "RATE_LIMIT_PER_MINUTE", "TRUST_PROXY"]) expect(stderr).toContain(`${name} is`);
});

test("production needs a secret and a mail server", () => {
  const { status, stderr } = npmStart({ NODE_ENV: "production" });

  expect(status).toBe(1);
  expect(stderr).toContain("CMS_SECRET is required in production");
  expect(stderr).toContain("SMTP_URL is required in production");
});

test("a port in use is reported in a sentence that proposes another", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const start = startFixture(folder.path, { PORT: String(port) });
  const status = await start.ended;
  server.close();

  expect(status).toBe(1);
  expect(start.lines.join("\n")).toContain(
    `Port ${port} is in use by another program. Choose another port, for example: PORT=${port + 1} npm start`,
  );
});

test("a service that refuses to start ends the start, and its output is shown", async () => {
  const start = startFixture(folder.path, { FIXTURE_REFUSE: "1" });

  expect(await start.ended).toBe(1);
  expect(start.lines).toContainEqual(expect.stringMatching(/^(gateway|content)  │ no admin is stored$/));
  expect(start.lines.join("\n")).toContain("could not start");
});

function npmStart(variables: Record<string, string>) {
  const entry = join(import.meta.dirname, "../../../scripts/run.ts");
  const env = {
    ...NODE_ENVIRONMENT,
    CMS_CONFIG: join(import.meta.dirname, "fixtures/site.config.ts"),
    CMS_DATA_DIR: folder.path,
    PORT: "0",
    ...variables,
  };
  return spawnSync(process.execPath, [entry], { env, encoding: "utf8", timeout: 100_000 });
}
