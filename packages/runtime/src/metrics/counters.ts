import { Counter, Histogram, type Registry } from "prom-client";

const SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/** A counter with one label, which has few and fixed values. @returns a function that adds one, or a given number. */
export function createCounter(
  registry: Registry,
  { label, ...about }: { readonly name: string; readonly help: string; readonly label: string },
): (value: string, by?: number) => void {
  const counter = new Counter({ ...about, labelNames: [label], registers: [registry] });
  return (value, by = 1) => counter.inc({ [label]: value }, by);
}

/** Counts the attempts of jobs and their durations, by queue and outcome. */
export function countTries(registry: Registry): (facts: { queue: string; outcome: "done" | "failed"; seconds: number }) => void {
  const tries = new Histogram({
    name: "job_duration_seconds",
    help: "How long tries of jobs took, by queue and outcome: done, failed.",
    labelNames: ["queue", "outcome"],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ queue, outcome, seconds }) => tries.observe({ queue, outcome }, seconds);
}
