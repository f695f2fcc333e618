/** One mistake: its path (`entities[2].fields[0].name`) and a message with a correction. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A path in the configuration to which problems can be reported. */
export interface IssuePath {
  readonly path: string;
  /** The path under these keys. */
  at(...keys: readonly PropertyKey[]): IssuePath;
  /** Reports a problem here. */
  report(message: string): void;
}

/** Thrown if a configuration cannot be used; `problems` contains every mistake, `message` all of them as text. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[], file?: string, options?: ErrorOptions) {
    const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
    super(`The configuration${file === undefined ? "" : ` ${file}`} has ${count}:\n${formatProblems(problems)}`, options);
    this.problems = problems;
  }
}

/** The problems as text for a terminal, one line each. */
export function formatProblems(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => `  ${path === "" ? "" : `${path}: `}${message}`).join("\n");
}

/** The root of a configuration and the list of reported problems; equal problems are kept once. */
export function createReport(): { root: IssuePath; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const pathAt = (path: string): IssuePath => ({
    path,
    at: (...keys) => pathAt(keys.reduce<string>(step, path)),
    report(message) {
      if (!problems.some((known) => known.path === path && known.message === message)) problems.push({ path, message });
    },
  });
  return { root: pathAt(""), problems };
}

function step(path: string, key: PropertyKey): string {
  if (typeof key === "number") return `${path}[${key}]`;
  const name = String(key);
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}
