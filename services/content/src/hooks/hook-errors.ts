import { isRepeatable } from "@colophon/database";
import { AppError, invalid } from "@colophon/model/errors";
import { Counter, type Registry } from "prom-client";

/** The error for the caller when a before-hook exceeds its time limit. */
export function hookTooSlow(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", "A hook of this project took too long; nothing was written");
}

/**
 * The answer for an error of a before-hook: a HookError is a refusal (recognized by its name, so that a configuration needs no import of
 * the product), any other error a bug of the project, whose message is not sent.
 */
export function hookRefusal(thrown: unknown): unknown {
  if (isAroundHook(thrown)) return thrown;
  const { name, message, field }: Record<string, unknown> = typeof thrown === "object" && thrown !== null ? { ...named(thrown) } : {};
  if (name !== "HookError") return new Error("a before-hook failed", { cause: thrown });
  const text = String(message || "A rule of this project refuses the request");
  return typeof field === "string" ? invalid([{ field, message: text }]) : new AppError("VALIDATION_ERROR", text);
}

/** The three members that matter, also if they are inherited. */
function named(thrown: object): Record<string, unknown> {
  return { name: Reflect.get(thrown, "name"), message: Reflect.get(thrown, "message"), field: Reflect.get(thrown, "field") };
}

/** Failures that the hook did not cause: its deadline, an unavailable database, a deadlock that can be retried. */
function isAroundHook(error: unknown): boolean {
  return isRepeatable(error) || (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE");
}

/** Counts failures of hooks that no answer shows. */
export function countHookFailures(registry: Registry): (entity: string, hook: string) => void {
  const failures = new Counter({
    name: "hook_failures_total",
    help: "After-hooks that threw or took too long, by entity and hook.",
    labelNames: ["entity", "hook"],
    registers: [registry],
  });
  return (entity, hook) => failures.inc({ entity, hook });
}
