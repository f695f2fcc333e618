import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SUBJECTS, type Mode } from "../answer-cache.ts";
import { startMinimalServer } from "../ceiling/ceiling.ts";
import { inRounds, measureWarm, warmUp, type Load, type Measured } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import type { Pids } from "../processor-time.ts";
import { pidsOf } from "../site.ts";
import type { Measurement, SuiteOptions } from "../suite.ts";
import { send, upload, type MediaSite } from "./files.ts";

/** Gives about 40 KB. */
const WIDTH_PX = 850;
const GOAL_PER_SECOND = 5_000;
const PROCESSES = ["gateway", "asset", "services", "postgres", "redis"];

interface Again {
  readonly sites: ReadonlyMap<Mode, MediaSite>;
  readonly image: Buffer;
}

/** A size that was made before, beside a minimal server that has it in memory, behind a proxy without any function. */
export async function* measureAgain({ sites, image }: Again, { seconds, rounds }: SuiteOptions): AsyncGenerator<Measurement> {
  const found = new Map<Mode, Load>();
  let bytes: Buffer = Buffer.alloc(0);
  for (const [mode, site] of sites) {
    const path = `${(await upload(site, image, "again.jpg")).path}?w=${WIDTH_PX}&format=webp`;
    ({ bytes } = await send(site, path));
    found.set(mode, { url: site.stack.url, paths: [path], method: "GET", headers: site.headers });
  }
  const folder = mkdtempSync(join(tmpdir(), "colophon-bench-image-"));
  const file = join(folder, "image.webp");
  writeFileSync(file, bytes);
  const ceiling = await startMinimalServer("file.process.ts", { env: { FILE: file }, hasProxy: true });
  try {
    const subjectOf = async (load: Load, pids: Pids) => {
      await warmUp(load);
      return () => measureWarm(load, pids, seconds);
    };
    const [first] = [...found.values()] as [Load];
    const subjects: Record<string, () => Promise<Measured>> = { ceiling: await subjectOf({ ...first, url: ceiling.url }, ceiling.pids) };
    for (const [mode, load] of found) subjects[SUBJECTS[mode]] = await subjectOf(load, pidsOf(sites.get(mode)!.stack, PROCESSES));
    const workload = `the same size again, ${Math.round(bytes.length / 1_000)} KB`;
    yield* measurementsOf(workload, await inRounds(subjects, rounds), { to: "ceiling", goals: { perSecond: GOAL_PER_SECOND } });
  } finally {
    ceiling.stop();
    rmSync(folder, { recursive: true });
  }
}
