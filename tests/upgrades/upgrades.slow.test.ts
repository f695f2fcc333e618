/** Starts this release with the data of earlier releases. Each folder contains a database dump, the uploaded files, and the answers of that release. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Client } from "../support/http/client.ts";
import { restore } from "../support/database/dump.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";

interface Stored {
  /** An API key of an admin, and `CMS_SECRET`. */
  readonly key: string;
  readonly secret: string;
  /** The answers by path, without the values that a later release changed intentionally: in 0.1.0 a draft had the `updatedAt` of the published record. */
  readonly answers: Readonly<Record<string, object>>;
}

const RELEASES = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
const storedBy = (release: string): Stored => JSON.parse(readFileSync(join(import.meta.dirname, release, "answers.json"), "utf8"));

describe.each(RELEASES)("a site of %s", (release) => {
  const folder = join(import.meta.dirname, release);
  const { key, secret, answers } = storedBy(release);
  const dataFolder = mkdtempSync(join(tmpdir(), "colophon-upgrade-"));
  let stack: TestStack;
  let owner: Client;

  beforeAll(async () => {
    const postgres = await startPostgres();
    await restore(postgres.url, join(folder, "dump.sql"));
    cpSync(join(folder, "uploads"), join(dataFolder, "uploads"), { recursive: true });
    const variables = { CMS_DATA_DIR: dataFolder, CMS_SECRET: secret };
    stack = await startTestStack({ configFile: join(folder, "site.config.ts"), postgres, variables });
    owner = stack.visitor.with({ authorization: `Bearer ${key}` });
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  test.each(Object.keys(answers))("returns the same for %s as before", async (path) => {
    const { status, body } = await owner.get(path);

    expect(status).toBe(200);
    expect(body).toMatchObject(answers[path] ?? {});
  });

  test("accepts changes: an existing draft is published, a record is changed and found", async () => {
    const [{ id }] = (await owner.get("/api/everything?draft=true&filter[title]=Only a draft")).data;

    expect((await owner.post(`/api/everything/${id}/publish`)).status).toBe(200);
    expect((await owner.put(`/api/everything/${id}`, { title: "Upgraded now" })).status).toBe(200);
    expect((await owner.get("/api/search?q=upgraded")).body.results).toMatchObject([{ document: { id } }]);
  });

  test("serves the files that were uploaded before", async () => {
    const [{ url }] = (await owner.get("/api/_image")).data;

    expect((await owner.get(new URL(url, stack.url).pathname)).status).toBe(200);
  });
});
