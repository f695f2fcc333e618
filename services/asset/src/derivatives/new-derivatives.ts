import { AppError } from "@colophon/model/errors";
import { limitKeyOf, type Limiter } from "@colophon/runtime";
import { rowKeyOf, type DerivativeRows } from "./derivative-rows.ts";
import type { DerivativeName } from "../jobs.ts";

/** For the address of a caller of the public role. */
const MAX_NEW_A_MINUTE = 30;

export interface NewDerivativesDependencies {
  readonly rows: Pick<DerivativeRows, "isKnown">;
  readonly limiter: Limiter;
}

export type NewDerivatives = ReturnType<typeof createNewDerivatives>;

/** Limits the new derivatives of one client address. */
export function createNewDerivatives({ rows, limiter }: NewDerivativesDependencies) {
  const underWay = new Map<string, Promise<void>>();

  async function countOnce(name: DerivativeName, address: string): Promise<void> {
    if (await rows.isKnown(name)) return;
    const { admitted, resetSeconds } = await limiter([{ key: `cms:limit:derivatives:${limitKeyOf(address)}`, max: MAX_NEW_A_MINUTE }]);
    if (admitted) return;
    const headers = { "retry-after": String(resetSeconds) };
    throw new AppError("TOO_MANY_REQUESTS", `At most ${MAX_NEW_A_MINUTE} new derivatives are created per minute`, { headers });
  }

  return {
    /** Concurrent requests from one address for the same derivative count once. @throws TOO_MANY_REQUESTS */
    count(name: DerivativeName, address: string): Promise<void> {
      const key = `${rowKeyOf(name)} ${address}`;
      const known = underWay.get(key) ?? countOnce(name, address).finally(() => underWay.delete(key));
      underWay.set(key, known);
      return known;
    },
  };
}
