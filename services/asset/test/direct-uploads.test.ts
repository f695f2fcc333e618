/** Uploads whose bytes are sent to the S3 server. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createStorage } from "@colophon/storage";
import { png } from "../../../tests/support/media/files.ts";
import { testS3, WITHOUT_S3 } from "../../../tests/support/servers/s3.ts";
import { sweep } from "../src/assets/sweep.ts";
import { openTicket, sealTicket, type Ticket } from "../src/direct/ticket.ts";
import { startAssets, type Answer, type TestAssets } from "./support/service.ts";

const s3 = testS3();
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const TICKET: Ticket = {
  key: "incoming/00/0190a000-0000-7000-8000-000000000000",
  name: "film.mp4",
  claimedType: "video/mp4",
  size: 10,
  hash: "0".repeat(64),
  alt: null,
  by: "user 1",
};

test("only a ticket that was sealed with the storage's secret is opened, and only unchanged", () => {
  const secret = randomBytes(32);
  const sealed = sealTicket(TICKET, secret);
  const [text = "", mac = ""] = sealed.split(".");
  const other = Buffer.from(JSON.stringify({ ...TICKET, size: 11 })).toString("base64url");

  expect(openTicket(sealed, secret)).toEqual(TICKET);
  expect([`${other}.${mac}`, text, `${text}.`, "", "a.b"].map((changed) => openTicket(changed, secret))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(openTicket(sealed, randomBytes(32))).toBeNull();
});

test("files on a disk have no direct uploads", async () => {
  const site = await startAssets({ works: false });

  const begun = await postJson(site, "direct", { filename: "a.bin", size: 3, sha256: hashOf(Buffer.from("abc")) });
  await site.stop();

  expect(begun.status).toBe(404);
});

/** @param token - of a caller; by default a new one of the role */
function postJson(site: TestAssets, path: string, body: object, token = site.tokenFor("editor")): Promise<Answer> {
  return site.send("editor", `/api/assets/upload/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-cms-identity": token },
  });
}

(s3 ? describe : describe.skip)(s3 ? "on S3" : `on S3 (${WITHOUT_S3})`, () => {
  let site: TestAssets;
  let editor: string;
  beforeAll(async () => {
    const env = {
      S3_BUCKET: s3?.bucket,
      S3_REGION: s3?.region,
      S3_ENDPOINT: s3?.endpoint,
      S3_ACCESS_KEY_ID: s3?.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3?.secretAccessKey,
    };
    site = await startAssets({
      maxUploadBytes: 100_000,
      maxDirectBytes: 20_000_000,
      storage: (folder) =>
        createStorage({ adapter: "local" }, { CMS_DATA_DIR: folder, STORAGE_ADAPTER: "s3", S3_CREATE_BUCKET: true, ...env }),
    });
  });
  beforeAll(() => void (editor = site.tokenFor("editor")));
  afterAll(() => site?.stop());

  const announce = (bytes: Buffer, more: object = {}) => ({ filename: "film.bin", size: bytes.length, sha256: hashOf(bytes), ...more });

  async function begin(bytes: Buffer, more: object = {}, token = editor) {
    const { status, json } = await postJson(site, "direct", announce(bytes, more), token);
    return { status, target: json?.data, error: json?.error };
  }

  /** As a browser does, without any credentials. */
  async function sendTo({ url, fields }: { url: string; fields: Record<string, string> }, bytes: Buffer): Promise<number> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(bytes)]), "file");
    return (await fetch(url, { method: "POST", body: form })).status;
  }

  const complete = (upload: string, token = editor) => postJson(site, "complete", { upload }, token);
  async function keysIn(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of site.storage.list(prefix)) keys.push(key);
    return keys;
  }
  const incoming = () => keysIn("incoming/");
  const originals = () => keysIn("originals/");

  test("a file larger than an ordinary upload is sent to the S3 server, checked, and becomes a record that is served", async () => {
    const bytes = randomBytes(3_000_000);
    const { target } = await begin(bytes, { filename: "A film.bin" });

    const sent = await sendTo(target, bytes);
    const done = await complete(target.upload);
    const served = await site.get(done.json.data.url);

    expect(sent).toBe(204);
    expect(done.status).toBe(201);
    expect(done.json.data).toMatchObject({ _type: "_file", mimeType: "application/octet-stream", size: bytes.length });
    expect(served.bytes.equals(bytes)).toBe(true);
    expect(await incoming()).toEqual([]);
  });

  test("completing it once more returns the same record, and so does a second upload of the same bytes", async () => {
    const before = await originals();
    const bytes = randomBytes(200_000);
    const first = await begin(bytes);
    await sendTo(first.target, bytes);
    const [done, again] = [await complete(first.target.upload), await complete(first.target.upload)];
    const second = await begin(bytes);
    await sendTo(second.target, bytes);
    const other = await complete(second.target.upload);

    expect([again.json.data.id, other.json.data.id]).toEqual([done.json.data.id, done.json.data.id]);
    expect([done.status, other.status]).toEqual([201, 200]);
    expect((await originals()).length - before.length).toBe(1);
    expect(await incoming()).toEqual([]);
  });

  test("an image is decoded, and may be as large as an ordinary upload", async () => {
    const image = png(40, 30, "direct");
    const { target } = await begin(image, { filename: "cover.png", type: "image/png", alt: "A cover" });
    await sendTo(target, image);
    const done = await complete(target.upload);
    const large = Buffer.concat([png(40, 30, "large"), Buffer.alloc(200_000)]);
    const other = await begin(large, { type: "image/png" });
    await sendTo(other.target, large);

    expect(done.json.data).toMatchObject({ _type: "_image", width: 40, height: 30, alt: "A cover" });
    expect((await complete(other.target.upload)).status).toBe(413);
    expect(await incoming()).toEqual([]);
  });

  test("the S3 server refuses a file of another size, and one without the signed fields", async () => {
    const bytes = randomBytes(1_000);
    const { target } = await begin(bytes);

    const longer = await sendTo(target, Buffer.concat([bytes, bytes]));
    const unsigned = await sendTo({ url: target.url, fields: { key: target.fields.key } }, bytes);
    const elsewhere = await sendTo({ url: target.url, fields: { ...target.fields, key: "originals/00/mine" } }, bytes);

    expect([longer, unsigned, elsewhere].every((status) => status >= 400)).toBe(true);
    expect((await complete(target.upload)).json.error.details).toEqual([
      { field: "upload", message: "The S3 server has not received the file" },
    ]);
  });

  test("other bytes than those announced are refused and removed", async () => {
    const bytes = randomBytes(1_000);
    const before = await originals();
    const { target } = await begin(bytes);
    await sendTo(target, randomBytes(1_000));

    const done = await complete(target.upload);

    expect(done.status).toBe(400);
    expect(done.json.error.details[0].field).toBe("sha256");
    expect(await incoming()).toEqual([]);
    expect(await originals()).toEqual(before);
  });

  test("a caller can't complete another one's upload, or begin one without permission or beyond the limit", async () => {
    const bytes = randomBytes(1_000);
    const { target } = await begin(bytes);
    await sendTo(target, bytes);

    expect((await complete(target.upload, site.tokenFor("editor"))).status).toBe(400);
    expect((await begin(bytes, {}, site.tokenFor("nobody"))).status).toBe(403);
    expect((await begin(bytes, { size: 20_000_001 })).status).toBe(413);
    expect((await begin(bytes, { sha256: "none" })).error.details[0].field).toBe("sha256");
    await site.storage.remove(target.fields.key);
  });

  test("a file that was never completed is removed a day later", async () => {
    const bytes = randomBytes(1_000);
    const { target } = await begin(bytes);
    await sendTo(target, bytes);
    const { assets, derivativeRows: derivatives, storage, queue } = site;
    const sweepAt = (hours: number) =>
      sweep({ assets, derivatives, storage, queue, configured: [], now: () => Date.now() + hours * 3_600_000 });

    await sweepAt(20);
    const early = await incoming();
    await sweepAt(25);

    expect([early.length, (await incoming()).length]).toEqual([1, 0]);
  });
});
