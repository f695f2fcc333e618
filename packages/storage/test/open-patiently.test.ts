import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { createStorage, openPatiently } from "../src/index.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-storage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const s3 = (port: number, bucket: string) =>
  createStorage(
    { adapter: "local" },
    {
      CMS_DATA_DIR: folder,
      STORAGE_ADAPTER: "s3",
      S3_BUCKET: bucket,
      S3_REGION: "us-east-1",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: "someone",
      S3_SECRET_ACCESS_KEY: "hush-hush",
      S3_CREATE_BUCKET: false,
    },
  );

test("a storage that can't be reached is named with its server and the reason, without its key", async () => {
  const port = await freePort();
  const storage = s3(port, "media");
  const said: string[] = [];
  const stop = new AbortController();

  const opening = openPatiently(storage, { signal: stop.signal, onWaiting: (sentence) => void said.push(sentence) });
  await eventually(() => said.length > 0);
  stop.abort();

  await expect(opening).rejects.toMatchObject({ name: "AbortError" });
  storage.close();
  expect(said[0]).toContain(`the bucket media at http://127.0.0.1:${port} (ECONNREFUSED: `);
  expect(said.join()).not.toMatch(/hush|someone/);
});

test.each(["no spaces", "ab", "-media", "a..b", ""])("a bucket with the impossible name %j ends the start", (bucket) => {
  expect(() => s3(9000, bucket)).toThrow("S3_BUCKET");
});
