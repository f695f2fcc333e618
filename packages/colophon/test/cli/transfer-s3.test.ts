import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readEnv } from "@colophon/config";
import { createStorage, STORAGE_ENV_NAMES, type Storage } from "@colophon/storage";
import { testS3, WITHOUT_S3 } from "../../../../tests/support/servers/s3.ts";
import { fill, IMAGE_KEY, pathOf, rowsOf } from "./support/content.ts";
import { openSite, type TestSite } from "./support/run.ts";
import { byteDifference } from "../../../../tests/support/media/byte-difference.ts";

const PARTS_BYTES = 20 * 1024 * 1024; // more than one part of an upload
const FILE = Buffer.alloc(PARTS_BYTES, "the bytes of a large picture ");

/** The variables of a site that stores its files in its own bucket, which doesn't exist yet. */
function bucketVariables(): Record<string, string> {
  const { endpoint = "", bucket = "", region = "", accessKeyId = "", secretAccessKey = "" } = testS3() ?? {};
  return {
    STORAGE_ADAPTER: "s3",
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_CREATE_BUCKET: "true",
  };
}

function storageOf({ environment }: TestSite): Storage {
  return createStorage({ adapter: "local" }, readEnv(environment, STORAGE_ENV_NAMES));
}

async function bytesIn(site: TestSite, key: string): Promise<Buffer | null> {
  const storage = storageOf(site);
  const stored = await storage.read(key);
  const bytes = stored && (await buffer(stored.body));
  storage.close();
  return bytes;
}

const describeS3 = testS3() ? describe : describe.skip; // a server is not available everywhere
describeS3(testS3() ? "files in a bucket" : `files in a bucket (${WITHOUT_S3})`, () => {
  let source: TestSite;
  let target: TestSite;
  let archive: string;
  beforeAll(async () => {
    [source, target] = await Promise.all([openSite({ variables: bucketVariables() }), openSite({ variables: bucketVariables() })]);
    await fill(source, { file: FILE });
    const storage = storageOf(source);
    await storage.open();
    await storage.write(IMAGE_KEY, pathOf(source, IMAGE_KEY)); // it removes the file from the disk
    storage.close();
    archive = join(source.folder, "site.tar");
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  test("an export contains them", async () => {
    const { status, stderr } = await source.cms(["export", archive]);

    expect([status, stderr]).toEqual([0, expect.stringContaining("Exported 1 files")]);
    expect(readFileSync(archive).indexOf(FILE)).toBeGreaterThanOrEqual(0);
  });

  test("a dry run of an import creates no bucket", async () => {
    const { status, stderr } = await target.cms(["import", archive, "--dry-run"]);

    expect([status, stderr]).toEqual([0, expect.stringContaining("1 files to store")]);
    await expect(storageOf({ ...target, environment: { ...target.environment, S3_CREATE_BUCKET: "false" } }).open()).rejects.toThrow(
      "There is no bucket",
    );
  });

  test("an import creates the bucket and stores rows and files unchanged; nothing remains on the disk", async () => {
    const { status, stderr } = await target.cms(["import", "-"], {}, readFileSync(archive));

    expect([status, stderr]).toEqual([0, expect.stringContaining("1 files stored, 0 there already.")]);
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    expect(byteDifference(await bytesIn(target, IMAGE_KEY), FILE)).toBeNull();
    expect(readdirSync(join(target.folder, "tmp"))).toEqual([]);
  });

  test("a second import stores only files that are missing in the bucket", async () => {
    const again = await target.cms(["import", archive]);
    const storage = storageOf(target);
    await storage.remove(IMAGE_KEY);
    storage.close();
    const retried = await target.cms(["import", archive]);

    expect(again.stderr).toContain("0 files stored, 1 there already.");
    expect([retried.status, retried.stderr]).toEqual([0, expect.stringContaining("1 files stored, 0 there already.")]);
    expect(byteDifference(await bytesIn(target, IMAGE_KEY), FILE)).toBeNull();
  });

  test("a site moves from a bucket to the disk", async () => {
    const onDisk = await openSite();

    const { status } = await onDisk.cms(["import", archive]);

    expect(status).toBe(0);
    expect(byteDifference(readFileSync(pathOf(onDisk, IMAGE_KEY)), FILE)).toBeNull();
    await onDisk.close();
  });

  test("a file that is missing in the bucket is reported, the rest is exported, and the status is 2", async () => {
    const storage = storageOf(source);
    await storage.remove(IMAGE_KEY);
    storage.close();

    const { status, stderr } = await source.cms(["export", join(source.folder, "without.tar")]);

    expect([status, stderr]).toEqual([2, expect.stringContaining(`Not in the storage: ${IMAGE_KEY}`)]);
  });
});

test("an unreachable S3 server ends an export with a message, and no partial archive is left", async () => {
  const away = { ...bucketVariables(), S3_ENDPOINT: "http://127.0.0.1:1", S3_BUCKET: "bucket", S3_REGION: "r" };
  const site = await openSite({ variables: { ...away, S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "a-secret" } });
  await fill(site);

  const { status, stderr } = await site.cms(["export", join(site.folder, "site.tar")]);

  expect(stderr).toMatch(/storage/i);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stderr).not.toContain("a-secret");
  expect(status).toBe(1);
  expect(readdirSync(site.folder).filter((name) => name.includes("site.tar"))).toEqual([]);
  await site.close();
});
