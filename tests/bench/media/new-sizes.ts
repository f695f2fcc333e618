import sharp from "sharp";
import { measureIdle, type Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import { usedBy, type Pids } from "../processor-time.ts";
import { medianOf } from "../results/quantities.ts";
import { pidsOf } from "../site.ts";
import type { Measurement, SuiteOptions } from "../suite.ts";
import { send, upload, type MediaSite } from "./files.ts";

export interface NewSizes {
  readonly site: MediaSite;
  readonly image: Buffer;
  readonly atOnce: number;
  readonly speedRatioGoal: number;
}

/** What the images of a round took. */
interface Costs {
  readonly times: number[];
  failed: number;
  cpuMicros: Record<string, number>;
}

/** Of an image, so few that none of its sizes is removed again. */
const IMAGES_A_ROUND = 16;
const WIDTH_PX = 800;
const PROCESSES = ["gateway", "asset", "asset-worker", "services", "postgres", "redis"];

/** New sizes of an image, in turn with sharp alone in this process: the machine may be busy. Every size differs by a pixel from the others. */
export async function* measureNew(workload: string, sizes: NewSizes, { rounds, seconds }: SuiteOptions): AsyncGenerator<Measurement> {
  const measured = { sharp: [] as Measured[], Colophon: [] as Measured[] };
  const pids = pidsOf(sizes.site.stack, PROCESSES);
  while (measured.sharp.length < rounds) {
    const { path } = await upload(sizes.site, await distinct(sizes.image, measured.sharp.length + 100 * sizes.atOnce), "image.jpg");
    const round = createRound(path, sizes);
    await round.makeOurs(); // the processes for images have started
    const idle = await measureIdle(pids, seconds);
    const { alone, ours } = await measureRound(round, pids, idle);
    measured.sharp.push(measuredFrom(alone));
    measured.Colophon.push(measuredFrom(ours));
  }
  yield* measurementsOf(workload, measured, { to: "sharp", goals: { speedRatio: sizes.speedRatioGoal } });
}

function createRound(path: string, { site, image, atOnce }: NewSizes) {
  let widthPx = WIDTH_PX;
  const failures = { count: 0 };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begin = performance.now();
    await Promise.all(Array.from({ length: atOnce }, work));
    return performance.now() - begin;
  };
  return {
    steps: IMAGES_A_ROUND / atOnce,
    failures,
    makeOurs: () => timed(() => send(site, `${path}?w=${widthPx--}&format=webp`).catch(() => failures.count++)),
    makeAlone: () => timed(() => sharp(image).resize(widthPx).webp().toBuffer()),
  };
}

/** @param idle - what the processes need without requests, in µs a second; it is left out. */
async function measureRound(
  { steps, failures, makeOurs, makeAlone }: ReturnType<typeof createRound>,
  pids: Pids,
  idle: Readonly<Record<string, number>>,
): Promise<{ readonly alone: Costs; readonly ours: Costs }> {
  const alone: Costs = { times: [], failed: 0, cpuMicros: { sharp: 0 } };
  const ours: Costs = { times: [], failed: 0, cpuMicros: {} };
  const begin = performance.now();
  const used = usedBy(pids);
  for (let step = 0; step < steps; step++) {
    ours.times.push(await makeOurs());
    const before = process.cpuUsage();
    alone.times.push(await makeAlone());
    const { user, system } = process.cpuUsage(before);
    alone.cpuMicros = { sharp: (alone.cpuMicros["sharp"] ?? 0) + (user + system) / IMAGES_A_ROUND };
  }
  const seconds = (performance.now() - begin) / 1_000;
  const busy = Object.entries(used.microsOfOne(IMAGES_A_ROUND)).map(([name, micros]) => {
    return [name, micros - ((idle[name] ?? 0) * seconds) / IMAGES_A_ROUND];
  });
  return { alone, ours: { ...ours, failed: failures.count, cpuMicros: Object.fromEntries(busy) } };
}

function measuredFrom({ times, failed, cpuMicros }: Costs): Measured {
  const ms = times.reduce((sum, one) => sum + one, 0);
  return { perSecond: (IMAGES_A_ROUND * 1_000) / ms, times: { p50Ms: medianOf(times) }, failed, cpuMicros };
}

/** The same picture with other bytes: an upload of the same bytes would be the same image. */
function distinct(image: Buffer, seed: number): Promise<Buffer> {
  return sharp(image)
    .withExif({ IFD0: { ImageDescription: String(seed) } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
