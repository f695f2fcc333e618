import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

let site: TestAssets;
let url: string;
beforeAll(async () => {
  site = await startAssets({ publicUrl: "https://cdn.example.com" });
  const { json } = await site.upload(await picture("png", { width: 60, height: 60 }));
  url = new URL(json.data.url).pathname;
});
afterAll(() => site.stop());

const dependsOf = async (path: string, headers: Record<string, string> = {}, role = "editor") =>
  (await site.get(path, headers, role)).headers.get("x-cms-depends");

test("a small file depends on the records of its kind, and is kept for ten minutes", async () => {
  for (const path of [url, `${url}?w=20`, `${url}?w=20&h=20&format=webp`])
    for (const role of ["editor", "visitor", "admin"])
      expect({ path, role, depends: await dependsOf(path, {}, role) }).toEqual({ path, role, depends: "identity role _image 600" });
  const text = await site.upload("some text", { name: "a.txt" });

  expect(await dependsOf(new URL(text.json.data.url).pathname)).toBe("identity role _file 600");
});

test("a file that a role reads because of who its caller is, is kept for that caller", async () => {
  expect(await dependsOf(url, {}, "reviewer")).toMatch(/^identity caller (?:_[\w-]+,)*_image 600$/);
});

test("nothing is said about a permission that ends without a write", async () => {
  expect((await site.get(url, {}, "early")).status).toBe(200);
  expect(await dependsOf(url, {}, "early")).toBeNull();
});

test("a file is not kept if it is large, signed, a part, chosen by the Accept header, refused or not sent", async () => {
  const large = new URL((await site.upload(randomBytes(128 * 1024 + 1), { name: "a.bin" })).json.data.url).pathname;
  const limit = new URL((await site.upload(randomBytes(128 * 1024), { name: "b.bin" })).json.data.url).pathname;
  const secret = await site.upload(await picture("png", { seed: 8 }), { alt: "secret" });
  const signed = new URL(secret.json.data.url);
  const { headers } = await site.get(url);
  const etag = headers.get("etag") ?? "";
  expect(await dependsOf(limit)).toBe("identity role _file 600");
  expect(signed.pathname).toMatch(/^\/api\/assets\/.+\/.+/);

  const cases: [path: string, headers: Record<string, string>, status: number][] = [
    [large, {}, 200],
    [signed.pathname, {}, 200],
    [url, { range: "bytes=0-3" }, 206],
    [`${url}?format=auto&w=20`, { accept: "image/webp" }, 200],
    [url, { "if-none-match": etag }, 304],
    [url, { range: "bytes=99999999-" }, 416],
    [`${url}?w=x`, {}, 400],
    ["/api/assets/missing-00000000.png", {}, 404],
  ];
  for (const [path, sent, status] of cases) {
    const answer = await site.get(path, sent);
    expect({ path, status: answer.status, depends: answer.headers.get("x-cms-depends") }).toEqual({ path, status, depends: null });
  }
});
