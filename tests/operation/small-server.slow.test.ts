/** The whole product beside its PostgreSQL and its Redis, on a machine with little memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import { createByteClient, type ByteClient } from "../support/http/byte-client.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/servers/free-port.ts";
import { HAS_MEMORY_LIMIT, limitMemory, WITHOUT_MEMORY_LIMIT, type MemoryLimit } from "../support/machine/memory-limit.ts";
import { packedSite, type PackedStart } from "../support/stack/packed-site.ts";
import { photograph } from "../support/media/pictures.ts";
import { startSmtp, type TestSmtp } from "../support/servers/smtp.ts";

const MEMORY_BYTES = 512 * 1024 * 1024;
const TIMEOUT_MS = 600_000;
const ADMIN = "ada@example.com";
/** The widths of the template `magazine`, and one that is made for its first request. */
const WIDTHS = [400, 800, 1200, 1600, 1000];

const folder = mkdtempSync("/var/tmp/colophon-small-"); // on a disk: files in memory would count against the limit
let mails: TestSmtp;
let limit: MemoryLimit | undefined;
let running: PackedStart | undefined;
afterAll(async () => {
  await running?.stop();
  await limit?.remove();
  await mails?.stop();
  rmSync(folder, { recursive: true, force: true });
});

(HAS_MEMORY_LIMIT ? test : test.skip)(
  `512 MB for PostgreSQL, Redis and Colophon together are enough to sign in, upload a photograph of 12 megapixels, resize it and publish it${HAS_MEMORY_LIMIT ? "" : ` (${WITHOUT_MEMORY_LIMIT})`}`,
  async () => {
    mails = await startSmtp();
    limit = limitMemory(MEMORY_BYTES);
    const site = await packedSite(folder);
    running = await site.start(await variablesWith(mails), limit.launcher);

    const admin = await signIn(running.url, mails);
    const image = await admin.upload(await photograph(4000, 3000), { name: "harbour.jpg", type: "image/jpeg" });
    const sizes = [];
    for (const width of WIDTHS) sizes.push((await admin.call("GET", `${image.data.url}?w=${width}&format=webp`)).status);
    const article = await admin.call("POST", "/api/article", { json: { title: "The harbour", cover: image.data.id } });
    const published = await admin.call("POST", `/api/article/${article.data.id}/publish`);
    const shown = await createByteClient(running.url).call("GET", "/api/article?fields=title,cover");

    expect([image.status, sizes, article.status, published.status]).toEqual([201, WIDTHS.map(() => 200), 201, 200]);
    expect(shown.data).toEqual([expect.objectContaining({ title: "The harbour", cover: image.data.id })]);
    expect(running.printed()).not.toMatch(/restarts|fatal/);
    expect(limit.kills()).toBe(0);
  },
  TIMEOUT_MS,
);

async function variablesWith({ url }: TestSmtp): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    NODE_ENV: "production",
    CMS_SECRET: "a secret of this test with enough letters",
    CMS_ADMIN_EMAIL: ADMIN,
    SMTP_URL: url,
  };
}

async function signIn(url: string, { mails }: TestSmtp): Promise<ByteClient> {
  const visitor = createByteClient(url);
  const { data } = await visitor.call("POST", "/api/auth/request", { json: { email: ADMIN } });
  const code = await eventually(() => /\b\d{6}\b/.exec(mails[0]?.parsed.text ?? "")?.[0]);
  const made = await visitor.call("POST", "/api/auth/create", { json: { authRequestId: data.authRequestId, code } });
  return createByteClient(url, { cookie: String(/cms_session=[^;]+/.exec(made.headers.get("set-cookie") ?? "")?.[0]) });
}
