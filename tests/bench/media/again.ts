import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMinimalServer } from "../ceiling/ceiling.ts";
import { inRounds, measureWarm, warmUp, type Load } from "../measure.ts";
import { measurementsOf } from "../measurements.ts";
import type { Pids } from "../processor-time.ts";
import { pidsOf } from "../site.ts";
import type { Measurement, SuiteOptions } from "../suite.ts";
import { send, type MediaSite } from "./files.ts";

/** Gives about 40 KB. */
const WIDTH_PX = 850;
const GOAL_PER_SECOND = 5_000;
const PROCESSES = ["gateway", "asset", "services", "postgres", "redis"];

/** A size that was made before, beside a minimal server that has it in memory, behind a proxy without any function. */
export async function* measureAgain(
  { site, path }: { readonly site: MediaSite; readonly path: string },
  { seconds, rounds }: SuiteOptions,
): AsyncGenerator<Measurement> {
  const { stack, headers } = site;
  const sizePath = `${path}?w=${WIDTH_PX}&format=webp`;
  const { bytes } = await send(site, sizePath);
  const folder = mkdtempSync(join(tmpdir(), "colophon-bench-image-"));
  const file = join(folder, "image.webp");
  writeFileSync(file, bytes);
  const ceiling = await startMinimalServer("file.process.ts", { env: { FILE: file }, hasProxy: true });
  try {
    const subjectOf = async (url: string, pids: Pids) => {
      const load: Load = { url, paths: [sizePath], method: "GET", headers };
      await warmUp(load);
      return () => measureWarm(load, pids, seconds);
    };
    const subjects = {
      ceiling: await subjectOf(ceiling.url, ceiling.pids),
      Colophon: await subjectOf(stack.url, pidsOf(stack, PROCESSES)),
    };
    const workload = `the same size again, ${Math.round(bytes.length / 1_000)} KB`;
    yield* measurementsOf(workload, await inRounds(subjects, rounds), { to: "ceiling", goals: { perSecond: GOAL_PER_SECOND } });
  } finally {
    ceiling.stop();
    rmSync(folder, { recursive: true });
  }
}
