import { afterAll, beforeAll, expect, test } from "@jest/globals";
import sharp from "sharp";
import { eventually } from "../../../tests/support/eventually.ts";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";
import { byteDifference } from "../../../tests/support/media/byte-difference.ts";

let site: TestAssets;
beforeAll(async () => {
  site = await startAssets();
});
afterAll(() => site.stop());

test("an uploaded image becomes a record with its size, and is served unchanged", async () => {
  const bytes = await picture("jpeg", { width: 200, height: 100 });

  const made = await site.upload(bytes, { name: "Über den Wolken.JPG", type: "image/jpeg", alt: "Clouds" });
  const served = await site.get(made.json.data.url);

  expect(made.status).toBe(201);
  expect(made.json.data).toMatchObject({
    _type: "_image",
    mimeType: "image/jpeg",
    size: bytes.length,
    width: 200,
    height: 100,
    alt: "Clouds",
  });
  expect(made.json.data.filename).toMatch(/^Uber-den-Wolken-[0-9a-f]{8}\.jpg$/);
  expect(made.json.data.url).toBe(`/api/assets/${made.json.data.filename}`);
  expect(made.json.data).toMatchObject({
    focalX: null,
    focalY: null,
    blurhash: expect.stringMatching(/^L.{27}$/),
    color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  });
  expect(made.json.data.publishedAt).toMatch(/Z$/);
  expect(made.json.data).toMatchObject({ _createdBy: { type: "user" }, _updatedBy: { type: "user" } });
  expect(served.status).toBe(200);
  expect(byteDifference(served.bytes, bytes)).toBeNull();
  expect(served.headers.get("content-type")).toBe("image/jpeg");
});

test("a transform is created, stored, and served from the storage", async () => {
  const made = await site.upload(await picture("png", { width: 400, height: 200, seed: 1 }));

  const first = await site.get(`${made.json.data.url}?w=100&format=webp`);
  const again = await site.get(`${made.json.data.url}?format=webp&w=100&unknown=1`);

  const { format, width, height } = await sharp(first.bytes).metadata();
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect([format, width, height]).toEqual(["webp", 100, 50]);
  expect(byteDifference(again.bytes, first.bytes)).toBeNull();
  expect(site.runs.filter(({ kind }) => kind === "derive")).toHaveLength(1);
});

test("deleting the record removes its file and all its derivatives", async () => {
  const made = await site.upload(await picture("png", { width: 60, height: 60, seed: 2 }));
  await site.get(`${made.json.data.url}?w=20`);
  const { id } = made.json.data;
  const own = async () => (await site.files()).filter((name) => name.includes(id));
  expect(await own()).toHaveLength(2);

  await site.remove("_image", id);
  await eventually(async () => (await own()).length === 0);

  expect((await site.get(made.json.data.url)).status).toBe(404);
  expect(await site.sql("select from cms.derivatives where asset_id = $1", [id])).toHaveLength(0);
});
