/** A webhook in the list of them. */
export interface Webhook {
  readonly name: string;
  /** Without its query. */
  readonly url: string;
  readonly events: readonly string[];
  readonly entities: readonly string[] | null;
  readonly role: string;
  readonly state: "active" | "paused" | "disabled";
  /** The numbers of deliveries. */
  readonly pending: number;
  readonly failed: number;
}

export const DELIVERY_STATES = ["pending", "delivered", "failed", "dropped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Delivery {
  readonly id: string;
  readonly event: string;
  /** The time of the change. */
  readonly time: string;
  /** Null for a test, as the record's id. */
  readonly entity: string | null;
  readonly recordId: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Of the last answer; null without one. */
  readonly status: number | null;
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly durationMs: number | null;
}

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
