/** Writes the TypeScript examples of the documentation as programs that the compiler can check and Node.js can run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { blocksIn, type Block } from "./blocks.ts";

/** Insert a part of a configuration into the configuration of the example site. */
const PARTS: Readonly<Record<string, (text: string) => string>> = {
  fields: (text) => `{ ...site, entities: [...site.entities, { name: "sample", fields: [\n${text}] }] }`,
  entities: (text) => `{ ...site, entities: [...site.entities,\n${text}] }`,
  roles: (text) => `{ ...site, roles: [...site.roles,\n${text}] }`,
  options: (text) => `{ ...site,\n${text}}`,
};
const HEAD = `import { HookError, type ConfigDefinition } from "colophon/config";
import example from "./cms.config.ts";

const site: ConfigDefinition = example;
const whole: ConfigDefinition = `;

export interface Program {
  readonly block: Block;
  readonly file: string;
  /** Whether its default export is a configuration. */
  readonly isConfig: boolean;
}

/** Writes all examples that are not marked `unchecked`. The option `file=receiver.ts` sets the name of a file. */
export function writePrograms(folder: string): readonly Program[] {
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const blocks = blocksIn("ts").filter(({ words }) => !words.has("unchecked"));
  const programs = blocks.map((block, index) => ({ block, ...programOf(block, index) }));
  for (const { file, text } of programs) write(file, text);
  write("cms.config.ts", `export { default } from ${JSON.stringify(join(ROOT, "cms.config.ts"))};\n`);
  write("package.json", JSON.stringify({ type: "module" }));
  return programs.map(({ block, file, isConfig }) => ({ block, file: join(folder, file), isConfig }));
}

function programOf({ words, text }: Block, index: number): { file: string; text: string; isConfig: boolean } {
  const part = Object.keys(PARTS).find((name) => words.has(name));
  const whole = part === undefined ? text : `${HEAD}${PARTS[part]?.(text)};\nexport default whole;\n`;
  return { file: words.get("file") ?? `block-${index}.ts`, text: whole, isConfig: words.has("config") || part !== undefined };
}
