import { AppError } from "@colophon/model/errors";
import type { Registry } from "prom-client";
import { type Log, createReminder } from "../log/log.ts";
import { createCounter } from "../metrics/counters.ts";
import type { ClockDifference } from "./verifier.ts";

const REFUSED = {
  name: "clock_refusals_total",
  help: "Requests with a genuine identity whose times don't fit the clock of this process, by where the gateway's clock is.",
  label: "gateway_clock",
};
const WORDS: Readonly<Record<ClockDifference, string>> = {
  ahead: "more than 30 s behind the gateway's",
  behind: "at least a minute ahead of the gateway's",
};

/** @returns the error for the caller */
export type ClockRefusal = (difference: ClockDifference) => AppError;

/** Counts requests that are refused because of the clock, and logs it every 10 s. The credentials may be good: the answer is 503, not 401. */
export function createClockRefusal(log: Log, registry: Registry | undefined): ClockRefusal {
  const count = registry && createCounter(registry, REFUSED);
  const remind = createReminder((sentence) => log.error(sentence));
  return (difference) => {
    count?.(difference);
    remind(`the clock of this process is ${WORDS[difference]}: synchronize both machines with NTP`);
    return new AppError("SERVICE_UNAVAILABLE");
  };
}
