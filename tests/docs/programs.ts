/** Makes programs of the TypeScript examples, as files in a folder where the compiler and Node can work on them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "@colophon/scripts/stack/settings.ts";
import { blocksIn, type Block } from "./blocks.ts";

/** Parts of a configuration, each put into the example site. */
const PARTS: Readonly<Record<string, (text: string) => string>> = {
  fields: (text) => `{ ...site, entities: [...site.entities, { name: "sample", fields: [\n${text}] }] }`,
  entities: (text) => `{ ...site, entities: [...site.entities,\n${text}] }`,
  roles: (text) => `{ ...site, roles: [...site.roles,\n${text}] }`,
  options: (text) => `{ ...site,\n${text}}`,
};
const HEAD = `import { HookError, type ConfigDefinition } from "@colophon/config";
import example from "./cms.config.ts";

const site: ConfigDefinition = example;
const whole: ConfigDefinition = `;

export interface Program {
  readonly block: Block;
  readonly file: string;
  /** Whether its default export is a configuration. */
  readonly isConfig: boolean;
}

/** Writes every example that can be compiled, and what the compiler is told. */
export function writePrograms(folder: string): readonly Program[] {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const blocks = blocksIn("ts", "astro").filter(({ words }) => !words.has("unchecked"));
  const programs = blocks.map((block, index) => ({ block, ...programOf(block, index) }));
  for (const { file, text } of programs) write(file, text);
  write("cms.config.ts", `export { default } from ${JSON.stringify(join(ROOT, "cms.config.ts"))};\n`);
  write("astro.d.ts", "declare namespace JSX {\n  interface IntrinsicElements {\n    [name: string]: any;\n  }\n}\n");
  write("package.json", JSON.stringify({ type: "module" }));
  write("tsconfig.json", JSON.stringify(compilerOptions()));
  return programs.map(({ block, file, isConfig }) => ({ block, file: join(folder, file), isConfig }));
}

function programOf({ language, words, text }: Block, index: number): { file: string; text: string; isConfig: boolean } {
  const inTutorial = words.get("tutorial");
  const part = Object.keys(PARTS).find((name) => words.has(name));
  const isConfig = words.has("config") || part !== undefined;
  const name = inTutorial === "" ? "tutorial/cms.config.ts" : inTutorial === undefined ? `block-${index}.ts` : `tutorial/${inTutorial}`;
  if (language === "astro") return { file: `${name}.tsx`, text: toTsx(text), isConfig: false };
  const whole = part === undefined ? text : `${HEAD}${PARTS[part]?.(text)};\nexport default whole;\n`;
  return { file: name, text: whole, isConfig };
}

/** An Astro page as TSX: its frontmatter is the module, its template an expression. */
function toTsx(page: string): string {
  const [, frontmatter = "", template = ""] = page.split(/^---$/m);
  const props = frontmatter.includes("getStaticPaths") ? 'Awaited<ReturnType<typeof getStaticPaths>>[number]["props"]' : "unknown";
  const astro = `declare const Astro: { props: ${props}; url: URL; params: Record<string, string | undefined> };`;
  return `${frontmatter}\n${astro}\nexport const page = <>${template}</>;\n`;
}

function compilerOptions(): object {
  const paths = {
    "@colophon/config": [join(ROOT, "packages/config/src/index.ts")],
    "@colophon/client": [join(ROOT, "packages/client/src/index.ts")],
    "@colophon/plugins/*": ["seo", "redirects"].map((name) => join(ROOT, `packages/plugins/src/${name}/*.ts`)),
    "@colophon/react-admin": [join(ROOT, "packages/react-admin/src/index.ts")],
  };
  const own = { jsx: "preserve", moduleDetection: "force", typeRoots: [join(ROOT, "node_modules/@types")], paths };
  return { extends: join(ROOT, "tsconfig.json"), compilerOptions: own, include: ["**/*.ts", "**/*.tsx"], exclude: [] };
}
