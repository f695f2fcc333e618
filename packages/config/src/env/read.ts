import { readFileSync } from "node:fs";
import type * as z from "zod";
import type { EnvEntry } from "./values.ts";
import { DATABASE_ENV } from "./database.ts";
import { INTERNAL_ENV } from "./internal.ts";
import { PROCESS_ENV } from "./process.ts";
import { STORES_ENV } from "./stores.ts";
import { TRACING_ENV } from "./tracing.ts";

/** Every environment variable of the product, in the order of `.env.example` and docs/reference/environment.md. */
export const ENV = { ...PROCESS_ENV, ...DATABASE_ENV, ...STORES_ENV, ...TRACING_ENV, ...INTERNAL_ENV } as const;

export type EnvName = keyof typeof ENV;

/** The variables of every serving process, for `openProcess` and `listen`; each process adds its own. */
export const EVERY_PROCESS_READS = [
  "PORT",
  "HOST",
  "LOG_LEVEL",
  "CMS_CONFIG",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_TRACES_SAMPLER",
  "OTEL_TRACES_SAMPLER_ARG",
] as const satisfies readonly EnvName[];

/** The type of a variable's value; it includes `undefined` if there is no default. */
export type EnvValue<N extends EnvName> =
  | z.output<(typeof ENV)[N]["schema"]>
  | ((typeof ENV)[N] extends { readonly default: string } ? never : undefined);

/** Thrown if variables have wrong values; `problems` contains one sentence for each. */
export class EnvError extends Error {
  override readonly name = "EnvError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The environment has ${problems.length === 1 ? "one problem" : `${problems.length} problems`}:\n${problems.map((line) => `  ${line}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

/**
 * The requested variables, checked and typed. Empty counts as unset; `NAME_FILE` names a file with the value. Variables that production
 * requires (`requiredInProduction` in the table) are required only of a process that names them here, and only if `NODE_ENV` is
 * `production`.
 *
 * @param required - variables that this process always needs.
 * @throws EnvError naming every wrong or missing variable; never with the value of a secret.
 */
export function readEnv<K extends EnvName, R extends K = never>(
  source: Readonly<Record<string, string | undefined>>,
  names: readonly K[],
  required: readonly R[] = [],
): Readonly<{ [N in K]: N extends R ? Exclude<EnvValue<N>, undefined> : EnvValue<N> }> {
  const problems: string[] = [];
  const inProduction = source["NODE_ENV"] === "production";
  const values = Object.fromEntries(
    names.map((name) => {
      const entry: EnvEntry = ENV[name];
      const text = textOf(source, name) ?? textOfFile(source, name, problems) ?? entry.default;
      if (text === undefined) {
        const production = inProduction && entry.requiredInProduction === true;
        if (production) problems.push(`${name} is required in production: set it to ${entry.expected}.`);
        else if (includes(required, name)) problems.push(`${name} is not set: set it to ${entry.expected}.`);
        return [name, undefined];
      }
      const parsed = entry.schema.safeParse(text);
      if (parsed.success) return [name, parsed.data];
      problems.push(`${name} ${entry.secret === true ? "has a wrong value" : `is ${JSON.stringify(text)}`}: set it to ${entry.expected}.`);
      return [name, undefined];
    }),
  );
  if (problems.length > 0) throw new EnvError(problems);
  // The loop above sets each name to its schema's own output, which a mapped type cannot express.
  return Object.freeze(values) as ReturnType<typeof readEnv<K, R>>;
}

function textOf(source: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const text = source[name]?.trim();
  return text === "" ? undefined : text;
}

/** The text of the file that `NAME_FILE` names, the way in which container platforms pass secrets. */
function textOfFile(source: Readonly<Record<string, string | undefined>>, name: string, problems: string[]): string | undefined {
  const path = textOf(source, `${name}_FILE`);
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8").trim() || undefined;
  } catch {
    problems.push(`${name}_FILE names ${JSON.stringify(path)}, which cannot be read: set it to the path of a readable file.`);
    return undefined;
  }
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
