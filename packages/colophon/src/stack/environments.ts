import { ENV, type EnvName } from "@colophon/config";
import type { ProcessName } from "@colophon/runtime";
import type { Variables } from "./services.ts";

/**
 * The environment of one service: the project's own variables (its configuration may read them), and those of the product
 * that this service needs.
 */
export function environmentOf(name: ProcessName, variables: Variables): Record<string, string> {
  return pick(variables, (variable) => {
    const productName = productVariable(variable);
    return productName === undefined || needs(name, productName);
  });
}

/** The product's variables that this service needs, alone. */
export function ownVariablesOf(name: ProcessName, variables: Variables): Record<string, string> {
  return pick(variables, (variable) => {
    const productName = productVariable(variable);
    return productName !== undefined && needs(name, productName);
  });
}

function pick(variables: Variables, isIncluded: (name: string) => boolean): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || name.startsWith("npm_") || name === "NODE_OPTIONS") continue;
    if (isIncluded(name)) result[name] = value;
  }
  return result;
}

/** The product's variable that `NAME` or `NAME_FILE` sets. */
function productVariable(name: string): EnvName | undefined {
  return [name, name.replace(/_FILE$/, "")].find((variable) => Object.hasOwn(ENV, variable)) as EnvName | undefined;
}

function needs(service: ProcessName, name: EnvName): boolean {
  const { processes }: { readonly processes: readonly string[] } = ENV[name];
  return processes.includes(service);
}
