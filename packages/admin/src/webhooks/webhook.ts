import { DELIVERY_STATES, type DeliveryState } from "@colophon/model";

/** A page of deliveries, from 1, in one state or in any. */
export interface DeliveriesSearch {
  readonly state?: DeliveryState;
  readonly page?: number;
}

/** The page of a URL's parameters; what is not valid is left out. */
export function deliveriesSearchOf({ state, page }: Readonly<Record<string, unknown>>): DeliveriesSearch {
  const known = DELIVERY_STATES.find((deliveryState) => deliveryState === state);
  const number = Number(page);
  return { ...(known && { state: known }), ...(Number.isSafeInteger(number) && number > 1 && { page: number }) };
}
