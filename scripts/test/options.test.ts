import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { MAX_ITEMS } from "@colophon/model";
import { toConfigurationReference } from "../docs/configuration.ts";
import { createOptions } from "../docs/options.ts";

const SOURCE = `
const FORMATS = ["plain", "html"] as const;
interface Part {
  /** Its name. */
  name: string;
}
interface Common {
  /** What it is. */
  kind: string;
  /** The displayed name. */
  title?: string;
}
interface Text {
  kind: "text";
  /**
   * How it is written; see [Texts](docs/guide/texts.md).
   * @default "plain"
   */
  format?: (typeof FORMATS)[number];
}
export type Field = Common & (Text | { kind: "plain" });
export interface Site {
  /** All parts. */
  parts: readonly Part[];
  /** What it takes. */
  takes?: "second" | "first" | { readonly limit?: number } | boolean;
  /** What it sends. */
  sends?: string | (() => string);
}
export interface Bare {
  /** A described one. */
  first: string;
  second: string;
}
`;
const folder = mkdtempSync(join(tmpdir(), "colophon-options-"));
const file = join(folder, "types.ts");
writeFileSync(file, SOURCE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const options = createOptions(file, { Part: { heading: "The parts", one: "part" } });

test("the comments of a type's members are the descriptions of options, and their types the values in words", () => {
  expect(options.of("Site")).toEqual([
    { name: "parts", values: "part[]", byDefault: "required", meaning: "All parts. See [The parts](#the-parts)." },
    { name: "takes", values: "second, first, boolean, or { limit: number }", byDefault: "", meaning: "What it takes." },
    { name: "sends", values: "string, or function", byDefault: "", meaning: "What it sends." },
  ]);
});

test("an option of one variant has its own default, and links lead from the page's folder", () => {
  const shared = options.shared("Field", "kind", "plain");

  expect(shared.map(({ name, values }) => [name, values])).toEqual([
    ["kind", "text, plain"],
    ["title", "string"],
  ]);
  expect(options.further("Field", "kind", "plain")).toEqual({
    text: [{ name: "format", values: "plain, html", byDefault: "plain", meaning: "How it is written; see [Texts](../guide/texts.md)." }],
    plain: [],
  });
});

test("an option without a comment is refused", () => {
  expect(() => options.of("Bare")).toThrow("The option second of Bare has no description: give it a comment.");
});

test("all options of the configuration are described, and the documented limit of items is the one that applies", () => {
  expect(toConfigurationReference()).toContain(`| \`max\` | \`number\` | \`${MAX_ITEMS}\` | The maximum number of items. |`);
});
