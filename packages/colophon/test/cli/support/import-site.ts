/** The site of the tests of imports, with a folder for the files of each test. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { leaseTestSite } from "../../../../../tests/support/stack/leased-site.ts";
import type { TestSite } from "../../../../../tests/support/stack/stack.ts";
import { configNamed, runCms } from "./run.ts";

/** One pixel. */
export const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A site with tags, to which every test imports articles and pages. */
export function importSite() {
  const config = configNamed("texts");
  let stack: TestSite;
  let folder: string;
  beforeAll(async () => {
    stack = await leaseTestSite(config);
    for (const slug of ["sea", "sky"]) await stack.admin.post("/api/tag", { slug });
  });
  afterAll(() => stack?.stop());
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "colophon-imports-"));
    for (const [entity, query] of [
      ["article", "limit=100&draft=true"],
      ["page", "limit=100"],
      ["story", "limit=100"],
    ]) {
      const { data } = await stack.admin.get(`/api/${entity}?${query}`);
      const ids = data.map(({ id }: { id: string }) => id);
      if (ids.length > 0) await stack.admin.post(`/api/${entity}/bulk`, { action: "delete", ids });
    }
  });

  return {
    pathOf: (name: string): string => join(folder, name),

    /** A file in the folder. @returns its path */
    write(name: string, content: string | Buffer): string {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },

    get: async (path: string) => (await stack.admin.get(path)).data,
    recordsOf: async (entity: string, query = "") => (await stack.admin.get(`/api/${entity}?sort=title${query}`)).data,

    imported(...args: readonly string[]) {
      const variables = { CMS_CONFIG: config, DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redisUrl };
      return runCms(["records", "import", ...args, "--url", stack.url], variables);
    },
  };
}

export const text = (value: string, ...marks: readonly object[]) => ({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
export const paragraph = (...content: readonly object[]) => ({ _type: "paragraph", content });
