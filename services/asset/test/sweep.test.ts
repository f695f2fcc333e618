import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { sweep } from "../src/assets/sweep.ts";
import { picture } from "../../../tests/support/media/pictures.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

let site: TestAssets;
beforeAll(async () => {
  site = await startAssets();
});
afterAll(() => site.stop());

test("old files of a crash are removed, but no file of a record", async () => {
  const { data } = (await site.upload(await picture())).json;
  await site.get(`${data.url}?w=10`);
  const held = await site.files();
  const orphan = newId();
  const old = [`originals/aa/${orphan}`, `derivatives/${orphan}/0123456789abcdef01234567`, "tmp/half-an-upload"];
  const fresh = [`originals/bb/${newId()}`, "tmp/under-way"];
  for (const name of [...old, ...fresh]) {
    await mkdir(dirname(join(site.folder, name)), { recursive: true });
    await writeFile(join(site.folder, name), "x");
  }
  for (const name of [...old, ...held]) await utimes(join(site.folder, name), new Date(0), new Date(0));

  const { assets, derivativeRows: derivatives, storage, queue } = site;
  const swept = await sweep({ assets, derivatives, storage, queue, configured: [] });

  expect(swept).toEqual({ files: 2, unfinished: 1 });
  expect(await site.files()).toEqual([...held, ...fresh].toSorted());
  expect((await site.get(data.url)).status).toBe(200);
});
