import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** What the files of one folder may import: workspace packages, packages from npm (none named: any that is declared) and Node's own modules (none named: all). */
interface Law {
  readonly folder: string;
  readonly workspace: readonly string[];
  readonly npm?: readonly string[];
  readonly node?: readonly string[];
  /** Words that must not occur in the code at all: a clock, chance, the process, the console. */
  readonly bannedWords?: RegExp;
}

const EVERY_PACKAGE = ["client", "config", "credentials", "database", "engine", "errors", "jobs", "runtime", "storage", "tracing"];
const IMPURE =
  /\b(?:process|console|Date\.now|Math\.random|performance|random(?:UUID|Bytes|Int)|getRandomValues|setTimeout|setInterval|fetch)\b|\bnew Date\(\)/;

/** Who may import whom. The first entry whose folder holds a file decides; a file's own folder is always allowed. */
export const LAWS: readonly Law[] = [
  { folder: "packages/errors", workspace: [], npm: [], node: [], bannedWords: IMPURE },
  { folder: "packages/config", workspace: ["errors"], npm: ["zod"] },
  {
    folder: "packages/engine",
    workspace: ["errors", "config"],
    npm: ["zod", "@sindresorhus/slugify"],
    node: ["crypto"],
    bannedWords: IMPURE,
  },
  {
    folder: "packages/tracing",
    workspace: [],
    npm: [
      "@opentelemetry/api",
      "@opentelemetry/context-async-hooks",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
    ],
  },
  {
    folder: "packages/database",
    workspace: ["errors", "config", "engine", "tracing"],
    npm: ["pg", "@prisma/client", "@prisma/adapter-pg", "prisma"],
  },
  { folder: "packages/jobs", workspace: ["errors", "database", "tracing"], npm: ["zod", "bullmq", "ioredis"] },
  {
    folder: "packages/runtime",
    workspace: ["errors", "config", "tracing"],
    npm: ["express", "ioredis", "lru-cache", "pino", "prom-client"],
  },
  { folder: "packages/storage", workspace: ["errors", "config", "runtime"], npm: ["minio"] },
  { folder: "packages/credentials", workspace: ["errors", "database", "runtime"], npm: ["zod"] },
  {
    folder: "packages/cli",
    workspace: ["errors", "config", "engine", "database", "runtime", "storage", "credentials"],
    npm: ["commander", "log-update", "pg", "tar-stream", "zod"],
  },
  { folder: "packages/client", workspace: [] },
  { folder: "packages/mail-catcher", workspace: [], npm: ["postal-mime", "smtp-server"] },
  { folder: "gateway", workspace: ["errors", "config", "runtime", "tracing"] },
  { folder: "services", workspace: EVERY_PACKAGE },
  { folder: "tests/e2e", workspace: ["errors", "tests/support"], npm: ["@jest/globals", "fast-check"] },
  { folder: "scripts", workspace: [...EVERY_PACKAGE, "cli", "tests/support"] },
  { folder: "tests", workspace: [...EVERY_PACKAGE, "scripts"] },
  { folder: "cms.config.ts", workspace: ["config"], npm: [], node: [] },
];

/** Every breach of the law in the repository, a sentence each. */
export function breaches(root: string): string[] {
  const files = globSync("{cms.config.ts,gateway/**/*.ts,packages/**/*.ts,services/**/*.ts,scripts/**/*.ts,tests/**/*.ts}", {
    cwd: root,
    exclude: (name) => name === "node_modules" || name === "generated" || name === "dist",
  });
  const judged = files.filter((file) => file !== "scripts/test/import-law.test.ts"); // it quotes breaches
  return judged.flatMap((file) => breachesOf(file, readFileSync(join(root, file), "utf8")));
}

/** The breaches of one file, given its path in the repository. */
export function breachesOf(file: string, source: string): string[] {
  const law = LAWS.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
  if (!law) return [`${file}: no law for this folder; add one to scripts/import-law.ts`];
  const inTests = file.includes("/test/");
  const code = withoutComments(source);
  const wrong = importsOf(code)
    .filter((specifier) => !allowed(law, { file, specifier, inTests }))
    .map((specifier) => `${file}: may not import ${specifier}`);
  const word = inTests ? null : law.bannedWords?.exec(withoutStrings(code))?.[0];
  return word ? [...wrong, `${file}: ${word} has no place in ${law.folder}`] : wrong;
}

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly inTests: boolean;
}

function allowed(law: Law, { file, specifier, inTests }: Import): boolean {
  if (specifier.startsWith(".")) return staysInUnit(law, { file, specifier, inTests });
  if (specifier.startsWith("node:")) return law.node === undefined || law.node.includes(specifier.slice(5)) || inTests;
  const own = /^@colophon\/([\w-]+)/.exec(specifier)?.[1];
  if (own !== undefined) return law.workspace.includes(own) || own === law.folder.split("/").at(-1) || inTests;
  const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier;
  return law.npm === undefined || law.npm.includes(name) || inTests;
}

/** A relative import stays in its unit (one package, one service, the gateway); tests may reach for tests/support. */
function staysInUnit(law: Law, { file, specifier, inTests }: Import): boolean {
  const target = relative(".", resolve(dirname(file), specifier));
  if (unitOf(target) === unitOf(file)) return true;
  return (inTests && target.startsWith("tests/support/")) || law.workspace.some((unit) => target.startsWith(`${unit}/`));
}

function unitOf(path: string): string {
  const [top, name] = path.split("/");
  if (top === "packages" || top === "services") return `${top}/${name}`;
  return path.startsWith("tests/e2e/") ? "tests/e2e" : String(top);
}

function importsOf(code: string): string[] {
  const pattern = /\b(?:import|export)\s+(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...code.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? "");
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, "");
}

function withoutStrings(code: string): string {
  return code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""').replace(/\.(?:process|performance)\b/g, "");
}

if (import.meta.main) {
  const found = breaches(resolve(import.meta.dirname, ".."));
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
}
