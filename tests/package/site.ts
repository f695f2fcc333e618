/** Actions of the first admin of a new site. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { createClient, type Client } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/servers/free-port.ts";
import type { Project } from "./project.ts";

const RESTART_MS = 300_000;

/** Signs in the first admin, whose address was given when the project was created. */
export async function signIn(project: Project, email: string, url: string): Promise<Client> {
  const visitor = createClient(url);
  const { data } = await visitor.post("/api/auth/request", { email });
  const made = await visitor.post("/api/auth/create", { authRequestId: data.authRequestId, code: await project.lastCode() });
  return visitor.with({ cookie: String(/cms_session=[^;]+/.exec(made.headers.get("set-cookie") ?? "")?.[0]) });
}

/** Signs in to the started project, and runs its tests. @returns the user, and the output of the tests */
export async function startAndTest(project: Project, email: string) {
  const running = await project.start();
  const me = await (await signIn(project, email, running.url)).get("/api/auth/me");
  await running.stop();
  return { user: me.data.user, tests: await project.run(project.program, ["run", "test"]) };
}

/** Creates a record. @returns its id, and its caller */
export async function storeBrand(project: Project, email: string): Promise<{ id: string; ada: Client }> {
  const running = await project.start();
  const ada = await signIn(project, email, running.url);
  const made = await ada.post("/api/brand", { name: "Acme" });
  expect(made).toMatchObject({ status: 201, data: { name: "Acme" } });
  await running.stop();
  return { id: made.data.id, ada };
}

/** Creates a record, adds a field to the configuration, and stores a value in the new field. */
export async function storeAndChange(project: Project, path: string, email: string): Promise<void> {
  const { id, ada } = await storeBrand(project, email);

  const file = join(path, "cms.config.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace('name: "website", type: "url"', '$& }, { name: "founded", type: "number"'));
  const second = await project.start();
  const changed = await ada.at(second.url).put(`/api/brand/${id}`, { name: "Acme", founded: 1949 });
  expect(changed).toMatchObject({ status: 200, data: { founded: 1949 } });
  await second.stop();
}

/** Adds a field to the configuration while `npm run dev` runs. @returns the status of a list with this field, before and after */
export async function changeWhileRunning(project: Project, path: string): Promise<{ before: number; after: number }> {
  const file = join(path, "cms.config.ts");
  const running = await project.start({ PORT: String(await freePort()) }, "dev"); // the port must stay
  const status = async () => (await fetch(`${running.url}/api/brand?fields=motto`)).status;
  const before = await status();
  writeFileSync(file, readFileSync(file, "utf8").replace('name: "founded", type: "number"', '$& }, { name: "motto", type: "text"'));
  const after = await eventually(status, { what: "the new field is served", limitMs: RESTART_MS, accepts: (seen) => seen === 200 });
  await running.stop();
  return { before, after };
}
