import { Counter, Gauge, Histogram, type Registry } from "prom-client";

const STATEMENT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
const SECONDS = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/** A counter with one label, which has few and fixed values. @returns a function that adds one, or a given number. */
export function createCounter(
  registry: Registry,
  { label, ...about }: { readonly name: string; readonly help: string; readonly label: string },
): (value: string, by?: number) => void {
  const counter = new Counter({ ...about, labelNames: [label], registers: [registry] });
  return (value, by = 1) => counter.inc({ [label]: value }, by);
}

/** A gauge with one label, which has few and fixed values. @returns a function that sets it */
export function createGauge(
  registry: Registry,
  { label, ...about }: { readonly name: string; readonly help: string; readonly label: string },
): (labelled: string, value: number) => void {
  const gauge = new Gauge({ ...about, labelNames: [label], registers: [registry] });
  return (labelled, value) => gauge.set({ [label]: labelled }, value);
}

/** Measures the statements that a process sends to PostgreSQL. @returns a function for each that has ended. */
export function timeStatements(registry: Registry): (facts: { seconds: number; outcome: "done" | "failed" }) => void {
  const durations = new Histogram({
    name: "postgres_statement_duration_seconds",
    help: "How long statements took, without the wait for a connection, by outcome: done, failed.",
    labelNames: ["outcome"],
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  });
  const children = { done: durations.labels("done"), failed: durations.labels("failed") };
  return ({ seconds, outcome }) => children[outcome].observe(seconds);
}

/** Measures the calls of the storage. @returns a function for each that has ended. */
export function timeStorage(registry: Registry): (facts: { operation: string; outcome: "done" | "failed"; seconds: number }) => void {
  const durations = new Histogram({
    name: "storage_operation_duration_seconds",
    help: "How long calls of the storage took, by operation (read: until the first byte) and outcome: done, failed.",
    labelNames: ["operation", "outcome"],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ operation, outcome, seconds }) => durations.observe({ operation, outcome }, seconds);
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
