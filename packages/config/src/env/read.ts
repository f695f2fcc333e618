import { readFileSync } from "node:fs";
import type * as z from "zod";
import { ENV } from "./table.ts";
import type { EnvEntry } from "./values.ts";

export type EnvName = keyof typeof ENV;

/** What every process that serves reads, for `openProcess` and `listen`; each names what else it needs. */
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

/** What a variable is read as; `undefined` is part of it where there is no default. */
export type EnvValue<N extends EnvName> =
  | z.output<(typeof ENV)[N]["schema"]>
  | ((typeof ENV)[N] extends { readonly default: string } ? never : undefined);

/** Thrown when variables have wrong values; `problems` holds a sentence for each. */
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
 * The asked variables, checked and typed. Empty counts as unset; `NAME_FILE` names a file that holds the value. What production requires (`requiredInProduction` in
 * the table) is asked for only of a process that names it here, and only when `NODE_ENV` is `production`.
 *
 * @param required - variables that this process cannot do without in any environment.
 * @throws EnvError naming every wrong or missing variable at once; a secret's value is never repeated.
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
  // The loop above has filled each name with its schema's own output, which a mapped type cannot follow.
  return Object.freeze(values) as ReturnType<typeof readEnv<K, R>>;
}

function textOf(source: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const text = source[name]?.trim();
  return text === "" ? undefined : text;
}

/** The text of the file that `NAME_FILE` names, as container platforms hand secrets over. */
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
