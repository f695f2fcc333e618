import { HookError } from "colophon/config";

interface Times {
  readonly starts?: string | null;
  readonly ends?: string | null;
}

/** Refuses an event that ends before it starts. `merged` is the record as it will be. */
export function checkTimes<Data>(data: Data, { starts, ends }: Times): Data {
  if (starts && ends && Date.parse(ends) < Date.parse(starts))
    throw new HookError("An event can't end before it starts.", { field: "ends" });
  return data;
}

interface Ticket {
  readonly price?: number | null;
}

/** The lowest price, by which lists are sorted and filtered; nothing if the tickets aren't part of the write. */
export function pricesOf({ tickets }: { readonly tickets?: readonly Ticket[] | null }): { readonly priceFrom?: number | null } {
  if (tickets === undefined) return {};
  const prices = (tickets ?? []).map(({ price }) => price).filter((price) => typeof price === "number");
  return { priceFrom: prices.length > 0 ? Math.min(...prices) : null };
}

interface State {
  readonly state?: string | null;
}

/** When the event was cancelled: set by the write that cancels it, and removed by the one that takes this back. */
export function stampCancellation({ state }: State, existing: State | undefined, now: Date): { readonly cancelledAt?: string | null } {
  if (state === undefined || state === existing?.state) return {};
  return { cancelledAt: state === "cancelled" ? now.toISOString() : null };
}
