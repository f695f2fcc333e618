import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { hostileFiles, type Hostile } from "../../../tests/support/media/hostile-images.ts";
import { picture } from "../../../tests/support/media/pictures.ts";
import { repeating503 } from "../../../tests/support/http/repeat-503.ts";
import { startAssets, type Answer, type TestAssets } from "./support/service.ts";

/** The types that are decoded. */
const RASTER = new Set(["image/jpeg", "image/png", "image/webp", "image/avif", "image/heif", "image/heic", "image/gif"]);

let site: TestAssets;
let files: Hostile[];
let answers: Answer[];
let rssBefore: number;
beforeAll(async () => {
  site = await startAssets();
  files = await hostileFiles();
  await site.upload(await picture("png", { seed: 999 }));
  rssBefore = process.memoryUsage.rss();
  answers = [];
  for (const { bytes, name, type } of files) answers.push(await site.upload(bytes, { name, type }));
});
afterAll(() => site.stop());

test("there are enough hostile files", () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});

test("each hostile file is refused or accepted as expected, without an internal error", () => {
  const wrong = files.flatMap(({ name, statuses }, at) => {
    const answer = answers[at]!;
    return statuses.includes(answer.status) ? [] : [`${name}: ${answer.status} ${answer.bytes.toString().slice(0, 200)}`];
  });

  expect(wrong).toEqual([]);
});

test("no refusal contains a decoder's message", async () => {
  const cut = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Buffer.alloc(60, 7)]); // libheif names the file
  const all = [...answers, await site.upload(cut, { name: "cut.heic", type: "image/heic" })];

  const messages = all
    .filter(({ status }) => status === 400)
    .flatMap(({ json }) => json.error.details.map((one: { message: string }) => one.message));

  expect(messages.length).toBeGreaterThan(20);
  const own =
    /^(?:is empty|The file is not a valid image \(image\/[\w+.-]+\)|The image can't be processed \(image\/[\w+.-]+\): (?:it can't be read as one|it has too many pixels|its data is damaged or incomplete|it can't be decoded|decoding it takes too long))$/;
  expect(messages.filter((message) => !own.test(message))).toEqual([]);
});

test("accepted files are served so that they can't run scripts", async () => {
  for (const { json } of answers.filter(({ status }) => status === 201)) {
    const { headers, status } = await site.get(json.data.url);
    const type = headers.get("content-type") ?? "";
    const isInert = /^(?:image\/(?:png|jpeg|webp|gif|avif)|video\/\w+|application\/pdf)$/.test(type);

    expect([status, headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
    if (isInert) continue;
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("content-disposition")).toMatch(/^attachment; /);
  }
});

test("accepted files with a size in pixels are transformed, others are refused", async () => {
  const images = answers.filter(({ status, json }) => status === 201 && json.data._type === "_image").map(({ json }) => json.data);
  const kinds = await Promise.all(
    images.map(async ({ url, mimeType }) => {
      const { status } = await repeating503(() => site.get(`${url}?w=16&format=webp`));
      return [mimeType, status] as const;
    }),
  );

  expect(kinds.length).toBeGreaterThan(5);
  for (const [mimeType, status] of kinds) expect([mimeType, status]).toEqual([mimeType, RASTER.has(mimeType) ? 200 : 400]);
});

test("refused files left no data, and the memory of the service has not grown", async () => {
  const taken = new Set(answers.filter(({ status }) => status < 300).map(({ json }) => json.data.id)).size + 1;
  await eventually(async () => (await site.files()).every((name) => !name.startsWith("tmp/")));

  expect((await site.files()).filter((name) => name.startsWith("originals/"))).toHaveLength(taken);
  expect(process.memoryUsage.rss() - rssBefore).toBeLessThan(200_000_000);
});
