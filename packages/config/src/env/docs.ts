import { ENV } from "./read.ts";
import type { EnvEntry } from "./values.ts";

const rows: readonly (readonly [name: string, entry: EnvEntry])[] = Object.entries(ENV);

/** The text of `.env.example`: every variable with its meaning, commented out so that its default applies. */
export function toEnvExample(): string {
  const shared = rows.filter(([, entry]) => entry.internal !== true).map(exampleOf);
  const internal = rows.filter(([, entry]) => entry.internal === true).map(exampleOf);
  return [
    "# Copy this file to .env, or set these variables in the environment. An empty value counts as unset.",
    "# For secrets, set NAME_FILE instead of NAME to the path of a file that contains the value.",
    "# Generated from the tables in packages/config/src/env.",
    ...shared,
    "",
    "# Between Colophon's own processes: `npm start` sets these automatically; a deployment sets them for each process.",
    ...internal,
    "",
  ].join("\n");
}

/** The reference's table of environment variables, in Markdown. */
export function toEnvTable(): string {
  const lines = rows.map(
    ([name, entry]) =>
      `| \`${name}\` | ${entry.default === undefined ? "" : `\`${entry.default}\``} | ${meaningOf(entry)} | ${entry.processes.join(", ")} |`,
  );
  return ["| Variable | Default | Meaning | Read by |", "|---|---|---|---|", ...lines, ""].join("\n");
}

function exampleOf([name, entry]: readonly [string, EnvEntry]): string {
  return `\n# ${meaningOf(entry)}\n# Set it to ${entry.expected}.\n# ${name}=${entry.default ?? ""}`;
}

function meaningOf({ description, requiredInProduction }: EnvEntry): string {
  return requiredInProduction === true ? `${description} Required in production.` : description;
}
