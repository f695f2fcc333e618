import { Counter, type Registry } from "prom-client";

/** Counts the derivatives that this process has made, and those that could not be made. */
export function countDerivatives(registry: Registry): (outcome: "made" | "failed") => void {
  const derivatives = new Counter({
    name: "derivatives_total",
    help: "Derivatives by outcome: made, failed.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  return (outcome) => derivatives.inc({ outcome });
}
