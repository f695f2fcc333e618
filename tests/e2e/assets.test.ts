import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { createByteClient, type ByteClient } from "../support/http/byte-client.ts";
import type { Json } from "../support/http/client.ts";
import { form, png, type FileFacts } from "../support/media/files.ts";
import { mp3, mp4, wav } from "../support/media/media-files.ts";
import { testS3, WITHOUT_S3 } from "../support/servers/s3.ts";
import { repeating503 } from "../support/http/repeat-503.ts";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";
import { NOBODY } from "./site.ts";
import { byteDifference } from "../support/media/byte-difference.ts";

const MAX_BYTES = 2_000_000;
const s3 = testS3();

describe("on the local disk", () => {
  media({});
});
(s3 ? describe : describe.skip)(s3 ? "on S3" : `on S3 (${WITHOUT_S3})`, () => {
  media({
    STORAGE_ADAPTER: "s3",
    S3_BUCKET: s3?.bucket ?? "",
    S3_REGION: s3?.region ?? "",
    S3_ENDPOINT: s3?.endpoint ?? "",
    S3_ACCESS_KEY_ID: s3?.accessKeyId ?? "",
    S3_SECRET_ACCESS_KEY: s3?.secretAccessKey ?? "",
    S3_CREATE_BUCKET: "true",
  });
});

function media(variables: Record<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), "colophon-media-"));
  let stack: TestStack;
  let editor: ByteClient;
  let visitor: ByteClient;
  beforeAll(async () => {
    const configFile = join(import.meta.dirname, "media.config.ts");
    stack = await startTestStack({ configFile, variables: { MAX_UPLOAD_BYTES: String(MAX_BYTES), CMS_DATA_DIR: folder, ...variables } });
    visitor = createByteClient(stack.url);
    editor = await callerAs("editor");
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const callerAs = async (role: string): Promise<ByteClient> => {
    const made = await stack.admin.post("/api/_api-keys", { name: role, role });
    return createByteClient(stack.url, { authorization: `Bearer ${made.data.key}` });
  };
  const uploaded = async (bytes: Uint8Array | string, given: FileFacts = {}): Promise<Json> => {
    const answer = await editor.upload(bytes, given);
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.bytes.toString()}`);
    return answer.data;
  };
  const raw = (path: string, headers: Record<string, string> = {}) => visitor.call("GET", path, { headers });

  test("an image is uploaded, listed, referred to, given another alternative text, served and deleted", async () => {
    const bytes = png(40, 30, "one");
    const made = await editor.upload(bytes, { name: "A Cover.png", alt: "Front" });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ _type: "_image", mimeType: "image/png", width: 40, height: 30, size: bytes.length, alt: "Front" });

    const album = await editor.call("POST", "/api/album", { json: { cover: made.data.id } });
    const read = await raw(`/api/album/${album.data.id}?resolve[cover]=url,alt`);
    expect(read.data.cover).toEqual({ id: made.data.id, url: made.data.url, alt: "Front" });
    expect((await editor.call("PUT", `/api/_image/${made.data.id}`, { json: { alt: "Back" } })).data.alt).toBe("Back");
    expect((await editor.call("PUT", `/api/_image/${made.data.id}`, { json: { filename: "x.png" } })).status).toBe(400);
    expect((await editor.call("POST", "/api/_image", { json: { filename: "x.png" } })).status).toBe(405);

    const served = await raw(made.data.url);
    expect([served.status, sha(served.bytes)]).toEqual([200, sha(bytes)]);
    expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");

    expect((await editor.call("DELETE", `/api/_image/${made.data.id}`)).status).toBe(200);
    expect((await raw(made.data.url)).status).toBe(404);
    expect((await raw(`/api/album/${album.data.id}`)).data.cover).toBeNull();
  });

  test("the same bytes again return the same record, with the fields that the caller may read", async () => {
    const bytes = png(10, 10, "same");
    const first = await uploaded(bytes);
    const dropper = await callerAs("dropper");

    const again = await editor.upload(bytes);
    const blind = await dropper.upload(bytes);

    expect([again.status, again.data.id]).toEqual([200, first.id]);
    expect([blind.status, Object.keys(blind.data).toSorted()]).toEqual([200, ["_type", "createdAt", "id", "publishedAt", "updatedAt"]]);
  });

  test("ranges, ETags and HEAD work through the gateway", async () => {
    const bytes = png(50, 50, "ranges");
    const { url } = await uploaded(bytes);

    const part = await raw(url, { range: "bytes=5-14" });
    const beyond = await raw(url, { range: `bytes=${bytes.length}-` });
    const fresh = await raw(url, { "if-none-match": part.headers.get("etag") ?? "" });
    const head = await fetch(stack.url + url, { method: "HEAD" });

    expect([part.status, part.bytes.equals(bytes.subarray(5, 15)), part.headers.get("content-range")]).toEqual([
      206,
      true,
      `bytes 5-14/${bytes.length}`,
    ]);
    expect([beyond.status, fresh.status]).toEqual([416, 304]);
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
  });

  test("a transform is an image of the requested size and format", async () => {
    const { url } = await uploaded(png(100, 50, "transform"));

    const webp = await raw(`${url}?w=20&format=webp`);
    const auto = await raw(`${url}?w=20&format=auto`, { accept: "image/webp" });

    expect([webp.status, webp.headers.get("content-type"), webp.bytes.subarray(8, 12).toString()]).toEqual([200, "image/webp", "WEBP"]);
    expect(auto.headers.get("vary")).toContain("Accept");
    expect(byteDifference(auto.bytes, webp.bytes)).toBeNull();
    expect((await raw(`${url}?w=0`)).status).toBe(400);
    expect((await raw(`${url}?w=10&w=10`)).status).toBe(400);
  });

  test("two hundred callers of a new transform all get the same bytes", async () => {
    const { url } = await uploaded(png(300, 300, "many"));

    const answers = await Promise.all(Array.from({ length: 200 }, () => raw(`${url}?w=150&format=webp`)));

    expect(answers.filter(({ status }) => status !== 200).map(({ bytes }) => bytes.toString())).toEqual([]);
    expect(new Set(answers.map(({ bytes }) => sha(bytes))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  test.each([
    ["an HTML page", "<script>alert(1)</script>", "text/html"],
    ["an SVG", "<svg><script>alert(1)</script></svg>", "image/svg+xml"],
  ])("%s is only ever offered for download", async (_what, content, type) => {
    const { url } = await uploaded(content, { name: "x.html", type });

    const answer = await editor.call("GET", url);

    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="x-/);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("permission is that of the record", async () => {
    const secret = await uploaded(png(9, 9, "secret"), { alt: "secret" });
    const reader = await callerAs("reader");

    expect((await raw(secret.url)).status).toBe(404);
    expect((await reader.call("GET", secret.url)).status).toBe(403);
    expect((await editor.call("GET", secret.url)).headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect((await visitor.upload(png(8, 8, "visitor"))).status).toBe(403);
    expect((await editor.call("GET", `/api/assets/none-${NOBODY.slice(0, 8)}.png`)).status).toBe(404);
  });

  test.each([
    ["too many bytes", randomBytes(MAX_BYTES + 1), 413],
    ["too many pixels", png(16_383, 16_383, "bomb"), 400],
    ["half a picture", png(60, 60, "half").subarray(0, 72), 400],
    ["nothing", "", 400],
  ])("%s is refused", async (_what, bytes, status) => {
    const answer = await editor.upload(bytes, { type: "image/png" });

    expect([answer.status, typeof answer.error.code]).toEqual([status, "string"]);
  });

  test("the configured size is created without a request", async () => {
    const { id, url } = await uploaded(png(128, 128, "configured"));
    if (!variables["STORAGE_ADAPTER"]) {
      const made = () => readdirSync(folder, { recursive: true }).some((name) => String(name).includes(`derivatives/${id}/`));
      await eventually(made);
    }

    expect((await raw(`${url}?w=64&h=64&format=webp`)).status).toBe(200);
  });

  /** Waits until a video or audio file has been measured. @returns its record */
  const measured = (path: string): Promise<Json> =>
    eventually(async () => (await editor.call("GET", path)).data, {
      what: `${path} is measured`,
      accepts: ({ duration }) => duration !== null,
    });

  test("a video has its width, height and duration soon after its upload, a sound its duration", async () => {
    const video = await uploaded(mp4({ width: 320, height: 180, seconds: 4 }), { name: "a.mp4", type: "video/mp4" });
    const sounds = [await uploaded(wav(3), { name: "a.wav" }), await uploaded(mp3(100), { name: "a.mp3" })];

    expect(await measured(`/api/_video/${video.id}`)).toMatchObject({ width: 320, height: 180, duration: 4 });
    expect((await measured(`/api/_file/${sounds[0].id}`)).duration).toBe(3);
    expect((await measured(`/api/_file/${sounds[1].id}`)).duration).toBe(2.612);
    expect((await editor.call("PUT", `/api/_video/${video.id}`, { json: { duration: 1 } })).status).toBe(400);
    expect((await editor.call("GET", "/api/_video?filter[duration][$gte]=4")).data.map(({ id }: Json) => id)).toEqual([video.id]);
  });

  test("a video that can't be parsed is stored and served, without measured values", async () => {
    const film = mp4({ width: 320, height: 180, seconds: 2, seed: 9 }, true);
    const bytes = film.subarray(0, film.length - 300);
    const { id, url } = await uploaded(bytes, { name: "cut.mp4", type: "video/mp4" });
    const later = await uploaded(wav(1, 9), { name: "later.wav" });
    await measured(`/api/_file/${later.id}`);

    expect((await editor.call("GET", `/api/_video/${id}`)).data).toMatchObject({ width: null, height: null, duration: null });
    expect(byteDifference((await editor.call("GET", url)).bytes, bytes)).toBeNull();
  });

  test("an anonymous address with too many transforms gets 429, and others still get new ones", async () => {
    const { url } = await uploaded(png(120, 80, "walk"));
    const statusOf = async (search: string, caller = visitor) => (await caller.call("GET", url + search)).status;
    const walked = await Promise.all(Array.from({ length: 40 }, (_, at) => statusOf(`?w=${at + 1}&format=jpeg`)));
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) => repeating503(() => editor.call("GET", `${url}?w=${at + 40}&format=png`))),
    );

    expect(walked.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10); // earlier tests count, too
    expect(walked.filter((status) => status !== 200 && status !== 429 && status !== 503)).toEqual([]); // 503: on a busy machine
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await statusOf("?w=79&format=png")).toBe(200);
  });

  test("an aborted upload leaves no data", async () => {
    if (variables["STORAGE_ADAPTER"]) return;
    const staged = () => readdirSync(join(folder, "media/tmp"));
    const before = staged();
    const { body, type } = form(randomBytes(500_000), {});
    const request = httpRequest(`${stack.url}/api/assets/upload`, {
      method: "POST",
      headers: { ...editor.headers, "content-type": type, "content-length": body.length },
    });
    request.on("error", () => undefined);
    request.write(body.subarray(0, 200_000));
    const during = await eventually(staged, { what: "the upload is staged", accepts: (files) => files.length > 0 });
    request.destroy();
    await eventually(staged, { what: "nothing is staged", accepts: (files) => files.length === 0 });

    expect([before.length, during.length]).toEqual([0, 1]);
  });
}

function sha(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
