import type { Service } from "@colophon/api";
import { createGauge, type Log, type Metrics } from "@colophon/runtime";

/** Differences from here on are logged; services refuse the gateway's requests from 30 s on. */
const WARN_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
const REMIND_MS = 60_000;
/** A `Date` header has no fractions of seconds. */
const SECOND_MS = 1_000;

const SHOWN = {
  name: "service_clock_difference_seconds",
  help: "How far the clock of a service is ahead of the gateway's, at least.",
  label: "upstream",
};

interface ServiceClocksOptions {
  readonly log: Log;
  readonly registry: Metrics["registry"];
  readonly now?: () => number;
  /** A clock in milliseconds that is never set. */
  readonly monotonic?: () => number;
}

/** Reads the time in a service's answer. @param date - its `Date` header */
export type ReadServiceTime = (service: Service, date: string | undefined) => void;

/**
 * Compares the clocks of the services with the gateway's, by at most one answer a second for each service. A difference must be seen in two
 * answers in a row, because a busy service's header can be some seconds old.
 */
export function createServiceClocks({
  log,
  registry,
  now = Date.now,
  monotonic = () => performance.now(),
}: ServiceClocksOptions): ReadServiceTime {
  const seen = new Map<Service, { readonly at: number; readonly isFar: boolean }>();
  const warnedAt = new Map<Service, number>();
  const show = createGauge(registry, SHOWN);
  const warn = (service: Service, seconds: number, at: number): void => {
    if (at - (warnedAt.get(service) ?? -Infinity) < REMIND_MS) return;
    warnedAt.set(service, at);
    log.warn({ service, seconds }, "the clock of a service differs from the gateway's: synchronize both machines with NTP");
  };

  return (service, date) => {
    const at = monotonic();
    const before = seen.get(service);
    if (date === undefined || (before && at - before.at < LOOK_EVERY_MS)) return;
    const differenceMs = differenceOf(Date.parse(date), now());
    const isFar = Math.abs(differenceMs) >= WARN_MS;
    seen.set(service, { at, isFar });
    show(service, differenceMs / SECOND_MS);
    if (isFar && before?.isFar) warn(service, differenceMs / SECOND_MS, at);
  };
}

function differenceOf(theirs: number, ours: number): number {
  if (Number.isNaN(theirs)) return 0;
  return theirs > ours ? theirs - ours : Math.min(0, theirs + SECOND_MS - ours);
}
