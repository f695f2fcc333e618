import { parseArgs } from "node:util";
import { packageManagerWith } from "../../colophon/src/package-manager.ts";
import { createCommand } from "./package-manager.ts";

export const TEMPLATES = {
  empty: "roles only",
  magazine: "articles with drafts, authors, tags, two languages",
  catalogue: "products with prices and pictures, categories, brands",
} as const;
export type Template = keyof typeof TEMPLATES;

/** The options of the command line; missing ones are asked for in a terminal. */
export interface Arguments {
  readonly folder: string | undefined;
  readonly template: Template | undefined;
  readonly email: string | undefined;
  readonly asks: boolean;
  readonly installs: boolean;
}

export const USAGE = `Usage: ${createCommand(packageManagerWith(process.env["npm_config_user_agent"]))}

  --template <name>  ${Object.entries(TEMPLATES)
    .map(([name, what]) => `${name}: ${what}`)
    .join("\n                     ")}
  --email <address>  the first admin's, who signs in with a code by mail
  --yes              ask nothing: a folder my-site, the template magazine, admin@example.com
  --no-install       write the files alone`;

/** An expected error, with a message for the user. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** @returns null if help was requested. @throws Refusal */
export function readArguments(argv: readonly string[]): Arguments | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  if (positionals.length > 1) throw new Refusal(`Name one folder, not ${positionals.length}.\n${USAGE}`);
  const { template, email } = values;
  if (template !== undefined && !isTemplate(template))
    throw new Refusal(`There is no template ${template}: ${Object.keys(TEMPLATES).join(", ")}.`);
  if (email !== undefined && !isEmail(email)) throw new Refusal(`${email} is not an email address.`);
  return { folder: positionals[0], template, email, asks: !values.yes, installs: !values["no-install"] };
}

function parse(argv: readonly string[]) {
  const options = {
    template: { type: "string" },
    email: { type: "string" },
    yes: { type: "boolean", short: "y" },
    "no-install": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}`);
  }
}

function isTemplate(name: string): name is Template {
  return Object.hasOwn(TEMPLATES, name);
}

/** A quick check for typing errors; the product itself decides what is valid. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}
