import { randomBytes } from "node:crypto";
import { photograph } from "../../support/media/pictures.ts";
import { modesOf, VARIABLES, type Mode } from "../answer-cache.ts";
import { makeKey, startSite } from "../site.ts";
import { figureOf, type Figure, type QuantityName } from "../results/quantities.ts";
import type { Measurement, Suite, SuiteOptions } from "../suite.ts";
import { measureAgain } from "./again.ts";
import { measureNew } from "./new-sizes.ts";
import { send, upload, type MediaSite } from "./files.ts";

const MEGABYTE = 1024 * 1024;
const FILE_MEGABYTES = 64;
/** As sharp alone takes for one image, with 15 % for the rest; of eight at once, which are made on all cores, with 10 %. */
const GOALS = { 1: 1 / 1.15, 8: 1 / 1.1 };

export const media: Suite = {
  name: "media",
  shows:
    "uploads and downloads; new sizes of a photograph of 12 megapixels, beside sharp alone; a size that was made before, beside a minimal server",
  run: measureMedia,
};

async function* measureMedia(options: SuiteOptions): AsyncGenerator<Measurement> {
  const sites = new Map<Mode, MediaSite & { stop(): Promise<void> }>();
  try {
    for (const mode of modesOf(options)) sites.set(mode, await startMedia(mode, options));
    const site = [...sites.values()][0]!;
    const image = await photograph(4000, 3000);
    const { path } = await upload(site, image, "first.jpg");
    const { ms } = await send(site, `${path}?w=800&format=webp`);
    yield* measureFiles(site, options);
    yield colophonRow("12 megapixels to 800 pixels WebP, first after the upload and the start", { milliseconds: figureOf([ms]) });
    yield* measureNew("12 megapixels to 800 pixels WebP", { site, image, atOnce: 1, speedRatioGoal: GOALS[1] }, options);
    yield* measureNew("eight of them at once", { site, image, atOnce: 8, speedRatioGoal: GOALS[8] }, options);
    yield* measureAgain({ sites, image }, options);
  } finally {
    for (const { stop } of sites.values()) await stop();
  }
}

async function startMedia(mode: Mode, { processes }: SuiteOptions) {
  const { stack, stop } = await startSite("bench.config.ts", { ...VARIABLES[mode], PROCESSES: processes });
  return { stack, stop, headers: { authorization: `Bearer ${await makeKey(stack.databaseUrl, "admin")}` } };
}

/** One file after the other. */
async function* measureFiles(site: MediaSite, { rounds }: SuiteOptions): AsyncGenerator<Measurement> {
  const speeds: { up: number; down: number }[] = [];
  while (speeds.length < rounds) {
    const { path, ms } = await upload(site, randomBytes(FILE_MEGABYTES * MEGABYTE), "file.bin");
    const down = await send(site, path);
    speeds.push({ up: (FILE_MEGABYTES * 1_000) / ms, down: (FILE_MEGABYTES * 1_000) / down.ms });
  }
  yield colophonRow(`upload of ${FILE_MEGABYTES} MB`, { megabytesPerSecond: figureOf(speeds.map(({ up }) => up)) });
  yield colophonRow(`download of ${FILE_MEGABYTES} MB`, { megabytesPerSecond: figureOf(speeds.map(({ down }) => down)) });
}

function colophonRow(workload: string, figures: Partial<Record<QuantityName, Figure>>): Measurement {
  return { workload, subject: "Colophon", figures };
}
