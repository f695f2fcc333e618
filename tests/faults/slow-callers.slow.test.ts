import { expect } from "@jest/globals";
import { ELSEWHERE, NEIGHBOUR, refusalsIn, serve, testSlowCallers } from "./slow-callers-site.ts";

testSlowCallers("nobody else is refused, at another address or at theirs", async (startAttack) => {
  const stop = await startAttack();

  const refusals = {
    first: refusalsIn(await serve(ELSEWHERE)),
    elsewhere: refusalsIn(await serve(ELSEWHERE)),
    sameAddress: refusalsIn(await serve(NEIGHBOUR)),
  };
  stop();

  expect(refusals).toEqual({ first: [], elsewhere: [], sameAddress: [] });
});
