/** What becomes of a derivative if its worker ends at any point, and its job is lost. */
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DirectQueue } from "@colophon/jobs";
import { derivativeKey } from "@colophon/storage";
import { picture } from "../../../tests/support/media/pictures.ts";
import { createTestLog } from "../../../tests/support/test-log.ts";
import { sweep } from "../src/assets/sweep.ts";
import { rowKeyOf } from "../src/derivatives/derivative-rows.ts";
import { createDeriveImage } from "../src/derivatives/derive-image.ts";
import { createPrepareImage } from "../src/derivatives/prepare-image.ts";
import { createImagePool, type ImagePool } from "../src/images/pool.ts";
import { keyOfTransform, type Transform } from "../src/images/transforms.ts";
import type { DerivativeName } from "../src/jobs.ts";
import { startAssets, type TestAssets } from "./support/service.ts";

const NAMED = [{ w: 50, format: "webp" }] as const;
const OTHER: Transform = { w: 30, h: null, fit: "inside", focus: null, format: "png", q: 80 };

let site: TestAssets;
let images: ImagePool;
let seed = 0;
beforeAll(async () => {
  site = await startAssets({ works: false, derivatives: NAMED });
  images = createImagePool({ maxPixels: 1_000_000, slots: 1 });
});
afterAll(async () => {
  images?.close();
  await site?.stop();
});

/** A queue that the test runs, or loses. */
function createQueue(added: Awaited<ReturnType<DirectQueue<DerivativeName>["add"]>> = "added") {
  const jobs: DerivativeName[] = [];
  const add = async (_key: string, name: DerivativeName) => {
    if (added === "added") jobs.push(name);
    return added;
  };
  return { jobs, queue: { add, isUp: () => true, depth: async () => [], close: async () => undefined } };
}

const dependencies = () => {
  const { assets, derivativeRows: derivatives, storage } = site;
  return { assets, derivatives, storage, images, configured: NAMED, log: createTestLog("asset-worker").log };
};

async function uploaded(): Promise<string> {
  const { json } = await site.upload(await picture("png", { width: 90, height: 60, seed: ++seed }));
  return json.data.id as string;
}

const STEPS = ["reserved", "staged", "stored", "ended", "ended, but PostgreSQL lost that"] as const;
type Step = (typeof STEPS)[number];

/** Makes a derivative until the end of a step, after which its process does nothing any more: neither goes on nor cleans up. */
async function killedAfter(step: Step, name: DerivativeName): Promise<void> {
  if (step === "reserved") return;
  const reached = Promise.withResolvers<void>();
  const last = async (work: Promise<unknown>): Promise<never> => {
    await work.then(() => reached.resolve(), reached.reject);
    return new Promise(() => undefined);
  };
  const given = dependencies();
  const { storage, derivatives } = given;
  const derive = createDeriveImage({
    ...given,
    images: { warm: () => undefined, run: (task) => (step === "staged" ? last(images.run(task)) : images.run(task)) },
    storage: { ...storage, write: (key, file) => (step === "stored" ? last(storage.write(key, file)) : storage.write(key, file)) },
    derivatives: { ...derivatives, end: (...ended) => last(derivatives.end(...ended)) },
  });
  derive(name).catch(reached.reject);
  await reached.promise;
  if (step === "ended, but PostgreSQL lost that")
    await site.sql("update cms.derivatives set state = 'pending', mime = null, size = null where key = $1", [rowKeyOf(name)]);
}

/** As if everything had happened two hours ago. */
async function grownOld(): Promise<void> {
  await site.sql("update cms.derivatives set served_at = served_at - interval '2 hours', created_at = created_at - interval '2 hours'");
  for (const file of await site.files()) await utimes(join(site.folder, file), new Date(0), new Date(0));
}

async function sweptWith(queue: DirectQueue<DerivativeName>): Promise<void> {
  await sweep({ ...dependencies(), queue });
}

/** Sweeps, and makes what gets a job. */
async function recovered(): Promise<void> {
  const { jobs, queue } = createQueue();
  await sweptWith(queue);
  for (const name of jobs) await createDeriveImage(dependencies())(name);
}

/** The files and the rows of an image's derivatives, and files that are unfinished. */
async function leftOf(id: string) {
  const files = await site.files();
  const rows = await site.sql<{ key: string; state: string }>("select key, state from cms.derivatives where asset_id = $1 order by key", [
    id,
  ]);
  return {
    files: files.filter((file) => file.startsWith(`derivatives/${id}`)),
    rows: rows.map(({ key, state }) => `${key} ${state}`),
    unfinished: files.filter((file) => file.startsWith("tmp/")),
  };
}

const whole = (names: readonly DerivativeName[]) => ({
  files: names.map(({ id, transformKey }) => derivativeKey(id, transformKey)).toSorted(),
  rows: names.map((name) => `${rowKeyOf(name)} ready`).toSorted(),
  unfinished: [],
});

async function preparedName(id: string): Promise<DerivativeName> {
  const { jobs, queue } = createQueue();
  await createPrepareImage({ ...dependencies(), queue })({ id });
  expect(jobs).toHaveLength(1);
  return jobs[0]!;
}

async function requestedName(id: string): Promise<DerivativeName> {
  const name = { id, transformKey: keyOfTransform(OTHER) };
  await site.derivativeRows.reserve(name, OTHER, []);
  return name;
}

describe.each(STEPS)("a worker that is killed when the derivative is %s", (step) => {
  test("and whose job is repeated: it is there, and nothing is left over", async () => {
    const id = await uploaded();
    const names = [await preparedName(id), await requestedName(id)];
    for (const name of names) await killedAfter(step, name);

    for (const name of names) await createDeriveImage(dependencies())(name);
    await grownOld();
    await recovered();

    expect(await leftOf(id)).toEqual(whole(names));
  });

  test("and whose job is lost: a configured one is there, others are there or can be requested, and nothing is left over", async () => {
    const id = await uploaded();
    const [named, other] = [await preparedName(id), await requestedName(id)];
    for (const name of [named, other]) await killedAfter(step, name);

    await grownOld();
    await recovered();

    const isStored = step !== "reserved" && step !== "staged";
    expect(await leftOf(id)).toEqual(whole(isStored ? [named, other] : [named]));
  });

  test("and whose row is removed meanwhile: no file is left over, and the next request makes it", async () => {
    const id = await uploaded();
    const name = await requestedName(id);
    await killedAfter(step, name);
    await site.sql("delete from cms.derivatives where asset_id = $1", [id]);

    await createDeriveImage(dependencies())(name);
    await grownOld();
    await recovered();
    const swept = await leftOf(id);
    await requestedName(id);
    await createDeriveImage(dependencies())(name);

    expect(swept).toEqual(whole([]));
    expect(await leftOf(id)).toEqual(whole([name]));
  });

  test("and whose image is deleted meanwhile: neither files nor rows are left over", async () => {
    const id = await uploaded();
    const names = [await preparedName(id), await requestedName(id)];
    for (const name of names) await killedAfter(step, name);
    await site.remove("_image", id);

    await grownOld();
    await recovered();

    expect(await leftOf(id)).toEqual(whole([]));
    expect((await site.files()).filter((file) => file.endsWith(id))).toEqual([]);
  });
});

test("while no queue takes jobs, a sweep keeps pending derivatives that are configured or stored", async () => {
  const id = await uploaded();
  const names = [await preparedName(id), await requestedName(id)];
  for (const name of names) await killedAfter("stored", name);
  await grownOld();
  const before = await leftOf(id);

  await sweptWith(createQueue("away").queue);

  expect((await leftOf(id)).rows).toEqual(before.rows);
  expect((await leftOf(id)).files).toEqual(before.files);
});

test("a derivative that a request waits for is not touched by a sweep", async () => {
  const id = await uploaded();
  const name = await requestedName(id);
  const { jobs, queue } = createQueue();

  await sweptWith(queue);

  expect(jobs.filter((job) => job.id === id)).toEqual([]);
  expect((await leftOf(id)).rows).toEqual([`${rowKeyOf(name)} pending`]);
});

test("a request for another size removes old pending ones of the image, but no configured one", async () => {
  const id = await uploaded();
  const [named, other] = [await preparedName(id), await requestedName(id)];
  await grownOld();
  const third = { id, transformKey: "0123456789abcdef01234567" };

  await site.derivativeRows.reserve(third, OTHER, [named.transformKey]);

  const rows = [named, third].map((name) => `${rowKeyOf(name)} pending`);
  expect((await leftOf(id)).rows).toEqual(rows.toSorted());
  expect(await site.derivativeRows.isKnown(other)).toBe(false);
});
