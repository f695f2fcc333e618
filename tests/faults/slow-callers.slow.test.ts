import { expect } from "@jest/globals";
import { ELSEWHERE, NEIGHBOUR, refusalsIn, serve, testSlowCallers } from "./slow-callers-site.ts";

/** Each of the five kinds of request this often from each address: 20 requests, which a busy machine answers within minutes. */
const ROUNDS = 2;

testSlowCallers(3, "nobody else is refused, at another address or at theirs", async (startAttack) => {
  const stop = await startAttack();

  const refusals = { elsewhere: refusalsIn(await serve(ELSEWHERE, ROUNDS)), sameAddress: refusalsIn(await serve(NEIGHBOUR, ROUNDS)) };
  stop();

  expect(refusals).toEqual({ elsewhere: [], sameAddress: [] });
});
