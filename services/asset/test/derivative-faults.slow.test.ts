import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { photograph, picture } from "../../../tests/support/media/pictures.ts";
import { startAssets } from "./support/service.ts";

const PROGRAM = join(import.meta.dirname, "fixtures/endless-child.ts");

test("configured sizes are never removed for others", async () => {
  const site = await startAssets({ derivatives: [{ w: 7, format: "png" }] });
  try {
    const { data } = (await site.upload(await picture("jpeg", { width: 100, height: 100 }))).json;
    await eventually(async () => (await site.files()).some((name) => name.startsWith("derivatives/")));
    const named = (await site.files()).find((name) => name.startsWith("derivatives/"));

    for (let w = 10; w < 76; w++) await site.get(`${data.url}?w=${w}`);
    await eventually(async () => (await site.files()).filter((name) => name.startsWith("derivatives/")).length === 64);

    expect(await site.files()).toContain(named);
  } finally {
    await site.stop();
  }
});

test("a transform that doesn't end is killed, is 503, and is not repeated for a minute", async () => {
  const site = await startAssets({ workerImages: { program: PROGRAM, processorMs: 500 } });
  try {
    const { data } = (await site.upload(await picture())).json;

    const first = await site.get(`${data.url}?w=10`);
    const second = await site.get(`${data.url}?w=10`);

    expect([first.status, second.status]).toEqual([503, 503]);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(5); // of the minute
    expect(site.runs).toHaveLength(1);
    await site.sql("update cms.derivatives set error_at = now() - interval '61 seconds'");
    await site.get(`${data.url}?w=10`);
    expect(site.runs).toHaveLength(2);
  } finally {
    await site.stop();
  }
});

test("an image that takes too much memory ends its process, not the service", async () => {
  const site = await startAssets({ workerImages: { memoryBytes: 110_000_000 } });
  try {
    const { data } = (await site.upload(await photograph(5_000, 4_000))).json;

    expect((await site.get(`${data.url}?format=webp`)).status).toBe(503);
    expect((await site.get(data.url)).status).toBe(200);
  } finally {
    await site.stop();
  }
});

test("an image that is deleted while it is transformed leaves no files", async () => {
  const site = await startAssets();
  try {
    for (let round = 0; round < 8; round++) {
      const { data } = (await site.upload(await picture("jpeg", { seed: round }))).json;
      const answers = [1, 2, 3].map((at) => site.get(`${data.url}?w=${at * 20}`));
      await new Promise((resolve) => setTimeout(resolve, round * 7));
      await site.remove("_image", data.id);
      for (const { status } of await Promise.all(answers)) expect([200, 404]).toContain(status);
    }
    await eventually(async () => (await site.files()).length === 0);
    expect(await site.sql("select from cms.derivatives")).toHaveLength(0);
  } finally {
    await site.stop();
  }
});
