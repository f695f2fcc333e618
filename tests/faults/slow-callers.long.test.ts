import { expect } from "@jest/globals";
import { ELSEWHERE, NEIGHBOUR, refusalsIn, serve, testSlowCallers } from "./slow-callers-site.ts";

const ATTACK_MS = 120_000;
const ROUNDS = 20;

testSlowCallers(
  8,
  "for two minutes, downloads, uploads and sign-ins from elsewhere take at most twice their usual time",
  async (startAttack) => {
    await serve(ELSEWHERE, ROUNDS); // the first ones compile code and open connections
    const usual = await serve(ELSEWHERE, ROUNDS);
    const stop = await startAttack();
    const endsAt = performance.now() + ATTACK_MS;

    const during: (typeof usual)[] = [];
    const neighbour: (typeof usual)[] = [];
    while (performance.now() < endsAt) {
      during.push(await serve(ELSEWHERE, ROUNDS));
      neighbour.push(await serve(NEIGHBOUR, 1));
    }
    stop();

    expect([...during, ...neighbour].flatMap(refusalsIn)).toEqual([]);
    const ratios = Object.entries(usual).map(([kind, { medianMs }]) => {
      const medians = during.map((served) => served[kind]?.medianMs ?? Infinity).toSorted((a, b) => a - b);
      return [kind, (medians[medians.length >> 1] ?? Infinity) / medianMs] as const;
    });
    console.info(ratios.map(([kind, ratio]) => `${kind}: ${ratio.toFixed(2)} times as long`).join(", "));
    expect(ratios.filter(([, ratio]) => ratio > 2)).toEqual([]);
  },
);
