/** Callers can't detect whether an address belongs to a user, neither by bytes nor by time. */
import { afterAll, beforeAll, test } from "@jest/globals";
import { newAddress, startAuth, type TestAuth } from "./support.ts";

const PAIRS = 500;
let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
interface Sample {
  readonly known: number[];
  readonly unknown: number[];
}

/** Times two calls, interleaved and in changing order, so that a slow moment of the machine hits both. */
async function timed(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<Sample> {
  const sample: Sample = { known: [], unknown: [] };
  const time = async (into: number[], work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    into.push(performance.now() - started);
  };
  for (let pair = 0; pair < PAIRS; pair++) {
    const order = [() => time(sample.known, known), () => time(sample.unknown, unknown)];
    for (const each of pair % 2 === 0 ? order : order.toReversed()) await each();
  }
  return sample;
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The two-sided p of the Mann-Whitney test, by its normal approximation. */
function mannWhitneyP({ known, unknown }: Sample): number {
  const all = [...known.map((value) => ({ value, isKnown: true })), ...unknown.map((value) => ({ value, isKnown: false }))].toSorted(
    (a, b) => a.value - b.value,
  );
  const rankSum = all.reduce((sum, { isKnown }, at) => (isKnown ? sum + at + 1 : sum), 0);
  const [n, m] = [known.length, unknown.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normal(z));
}

/** The normal distribution's area below z (Abramowitz and Stegun 26.2.17, good to 7 digits). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/** By chance p is below 0.01 in one of a hundred rounds; three such rounds in a row are no coincidence. */
async function expectSameTime(
  known: () => Promise<unknown>,
  unknown: () => Promise<unknown>,
  prepare = async (): Promise<void> => undefined,
): Promise<void> {
  const found: { p: number; apartMs: number }[] = [];
  for (let round = 0; round < 3; round++) {
    await prepare();
    const sample = await timed(known, unknown);
    const p = mannWhitneyP(sample);
    const apartMs = Math.abs(medianOf(sample.known) - medianOf(sample.unknown));
    found.push({ p, apartMs });
    if (p > 0.01 && apartMs < Math.max(1, 0.05 * medianOf(sample.unknown))) return;
  }
  throw new Error(`the two can be told apart: ${JSON.stringify(found)}`);
}

test("requesting a code takes the same time for known and unknown addresses", async () => {
  const known = newAddress();
  const unknown = newAddress();
  await auth.addUser(known);

  await expectSameTime(
    () => auth.call("POST", "/api/auth/request", { body: { email: known } }),
    () => auth.call("POST", "/api/auth/request", { body: { email: unknown } }),
  );
});

test("a wrong code takes the same time whether a code was mailed or not, also after the fifth attempt", async () => {
  const known = newAddress();
  await auth.addUser(known);
  const mailed = await auth.codeFor(known);
  const unknown = await auth.ask(newAddress());

  await expectSameTime(
    () => auth.call("POST", "/api/auth/create", { body: { ...mailed, code: "" } }),
    () => auth.call("POST", "/api/auth/create", { body: { authRequestId: unknown, code: "" } }),
  );
});

test("the first five wrong codes take the same time whether a code was mailed or not", async () => {
  const ids: { known: string[]; unknown: string[] } = { known: [], unknown: [] };
  const guess = (from: string[]) => () => auth.call("POST", "/api/auth/create", { body: { authRequestId: from.pop(), code: "" } });
  const prepare = async (): Promise<void> => {
    for (let i = 0; i < PAIRS; i++) {
      const email = newAddress();
      await auth.addUser(email);
      ids.known.push((await auth.codeFor(email)).authRequestId);
      ids.unknown.push((await auth.codeFor(newAddress())).authRequestId);
    }
  };

  await expectSameTime(guess(ids.known), guess(ids.unknown), prepare);
});
