import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ADMIN_IMAGE_SIZES, type DerivativeDefinition } from "@colophon/config";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

const NAMED = {
  transforms: "named",
  derivatives: [
    { w: 50, format: "webp" },
    { w: 40, h: 40, format: "auto" },
  ],
} as const;
const searchOf = (size: DerivativeDefinition) =>
  `?${new URLSearchParams(Object.entries(size).map(([name, value]): [string, string] => [name, String(value)]))}`;
const { thumbnail, preview } = ADMIN_IMAGE_SIZES;

let site: TestAssets;
beforeAll(async () => {
  site = await startAssets(NAMED);
});
afterAll(() => site.stop());

test("if only configured sizes are served, any other is refused, and the original is served", async () => {
  const { url } = (await site.upload(await picture("jpeg", { width: 300, height: 300 }))).json.data;
  const statusOf = async (search: string, accept = "*/*") => (await site.get(url + search, { accept })).status;

  const named = ["", "?w=50&format=webp", "?w=40&h=40&format=auto", "?w=40&h=40&format=avif"];
  const others = ["?w=51&format=webp", "?w=50", "?h=50&format=webp", "?w=40&h=40&format=auto&q=30"];

  for (const search of named) expect([search, await statusOf(search)]).toEqual([search, 200]);
  for (const accept of ["image/avif", "image/webp"]) expect(await statusOf("?w=40&h=40&format=auto", accept)).toBe(200);
  for (const search of others) expect([search, await statusOf(search)]).toEqual([search, 400]);
  expect((await site.get(`${url}?w=51`)).json.error.details).toEqual([{ field: "w", message: expect.any(String) }]);
});

test("the sizes of the admin page are served too, the thumbnail with the current focal point", async () => {
  const { id, url } = (await site.upload(await picture("jpeg", { width: 900, height: 300 }))).json.data;
  const before = await site.get(url + searchOf(thumbnail));

  await site.sql(`update cms.images set "focalX" = 0.1, "focalY" = 0.5, version = version + 1 where id = $1`, [id]);
  const after = await site.get(`${url}${searchOf(thumbnail)}&v=0.1,0.5`);

  expect([before.status, after.status, (await site.get(url + searchOf(preview))).status]).toEqual([200, 200, 200]);
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
});

test("the sizes of the admin page are refused without an admin page", async () => {
  const without = await startAssets({ ...NAMED, admin: false });
  try {
    const { url } = (await without.upload(await picture("jpeg", { width: 900, height: 300 }))).json.data;

    const answers = await Promise.all([thumbnail, preview].map((size) => without.get(url + searchOf(size))));

    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  } finally {
    await without.stop();
  }
});
