import { readdirSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import type { OxlintConfig } from "oxlint";

type Override = NonNullable<OxlintConfig["overrides"]>[number];

/** The packages that the source files of a folder may import. Packages that package.json does not declare can't be imported at all. */
interface DependencyRule {
  readonly folder: string;
  /** Workspace packages, without `@colophon/`. */
  readonly workspace: readonly string[];
  /** Packages from npm; any declared one if omitted. */
  readonly npm?: readonly string[];
  /** Node.js modules, without `node:`; all if omitted. */
  readonly node?: readonly string[];
  /** It may import parts of the runtime, `@colophon/runtime/tracing`, and not the whole, which loads Express and Redis. */
  readonly runtimeInParts?: true;
  /** No clock, random numbers, process, console or timers. */
  readonly pure?: true;
}

const EVERY_PACKAGE = ["api", "client", "config", "database", "engine", "jobs", "model", "openapi", "runtime", "storage"];

/** The import rules, as in the map of CONTRIBUTING.md. */
const RULES: readonly DependencyRule[] = [
  { folder: "packages/model/src", workspace: [], npm: [], node: [], pure: true },
  { folder: "packages/api/src", workspace: ["model"], npm: ["zod"], node: [], pure: true },
  { folder: "packages/config/src", workspace: ["model", "api"] },
  { folder: "packages/engine/src", workspace: ["model", "config"], node: ["crypto"], pure: true },
  { folder: "packages/openapi/src", workspace: ["model", "config", "engine", "api"], npm: [], node: [], pure: true },
  { folder: "packages/database/src", workspace: ["model", "config", "engine", "runtime"], runtimeInParts: true },
  { folder: "packages/jobs/src", workspace: ["model", "database", "runtime"], runtimeInParts: true },
  { folder: "packages/runtime/src", workspace: ["model", "config", "api"] },
  { folder: "packages/storage/src", workspace: ["model", "config", "runtime"] },
  { folder: "packages/colophon/src/cli", workspace: EVERY_PACKAGE.filter((name) => name !== "jobs") },
  { folder: "packages/client/src", workspace: ["model", "config"], npm: [] },
  { folder: "packages/client/src/rich-text", workspace: ["model"], node: [] },
  { folder: "packages/admin/src", workspace: ["client", "model", "config", "api"] },
  { folder: "packages/plugins/src", workspace: ["config"], npm: ["@colophon/config/define"], node: [] },
  { folder: "packages/react-admin/src", workspace: [], npm: [], node: [] },
  { folder: "tests/mail-catcher/src", workspace: [] },
  { folder: "gateway/src", workspace: ["model", "config", "api", "runtime"] },
  { folder: "services/*/src", workspace: EVERY_PACKAGE },
  { folder: "tests/e2e", workspace: ["model"], npm: ["@jest/globals", "fast-check"] },
];

/**
 * The folders of a package that know none of its features; each other folder is a feature. Features may import each other, but never in a
 * circle: `scripts/test/folders.test.ts`.
 */
export const CORES = [
  { folder: "packages/engine/src", core: ["ddl", "permissions", "plan", "references", "request", "sql", "views"] },
  { folder: "packages/admin/src", core: ["api", "elements", "list-model", "loading", "messages", "record-model", "selection", "texts"] },
  { folder: "services/content/src", core: ["hooks", "http", "reads", "writes"] },
] as const;

const IMPURE_GLOBALS = ["console", "crypto", "fetch", "performance", "process", "setImmediate", "setInterval", "setTimeout"];
const HASHES_ALONE = { name: "node:crypto", allowImportNames: ["createHash"], message: "Random values are passed in" };
const WHOLE_RUNTIME = { name: "@colophon/runtime", message: "Only parts of the runtime: credentials, time limits, tracing" };
const IMPURE_MEMBERS = [
  { object: "Date", property: "now" },
  { object: "Math", property: "random" },
];

/** The rules as linter settings. */
export const dependencyRules: Override[] = [...RULES.map(overrideOf), ...CORES.map(overrideOfCore), overrideOfConfiguration()];

function overrideOf(rule: DependencyRule): Override {
  const { folder, pure } = rule;
  const purity: Override["rules"] = {
    "eslint/no-restricted-globals": ["error", ...IMPURE_GLOBALS],
    "eslint/no-restricted-properties": ["error", ...IMPURE_MEMBERS],
  };
  return { files: [`${folder}/**/*.{ts,tsx}`], rules: { ...importRule(rule), ...(pure && purity) } };
}

/** The core's own rule replaces that of its package, and contains it. */
function overrideOfCore({ folder, core }: (typeof CORES)[number]): Override {
  const entries = readdirSync(join(import.meta.dirname, "..", folder), { withFileTypes: true });
  const known: readonly string[] = core;
  const features = entries.filter((entry) => entry.isDirectory() && !known.includes(entry.name)).map(({ name }) => name);
  const regex = `^(?:[.][.]/)+(?:${features.join("|")})/`;
  const ofPackage = RULES.find((rule) => matchesGlob(folder, rule.folder)) ?? { folder, workspace: [] };
  return {
    files: core.map((name) => `${folder}/${name}/**/*.{ts,tsx}`),
    rules: importRule(ofPackage, [{ regex, message: `${core.join(", ")} don't know the features: ${features.join(", ")}` }]),
  };
}

function importRule(
  { folder, workspace, runtimeInParts, npm, node, pure }: DependencyRule,
  more: readonly object[] = [],
): NonNullable<Override["rules"]> {
  const patterns = [
    ...more,
    { regex: "^[.].*/(?:src|test|scripts)/", message: "A relative import stays inside its package" },
    allowOnly(
      "@colophon/",
      [...workspace, ...workspace.map((name) => `${name}/**`)],
      `${folder} may import only these workspace packages: ${workspace.join(", ") || "none"}`,
    ),
    ...(node ? [allowOnly("node:", node, `${folder} may import only these modules of Node: ${node.join(", ") || "none"}`)] : []),
    ...(npm ? [allowOnly("", ["@colophon", "node:*", "./**", "../**", ...npm], `${folder} may import only: ${npm.join(", ")}`)] : []),
  ];
  const paths = [...(pure ? [HASHES_ALONE] : []), ...(runtimeInParts ? [WHOLE_RUNTIME] : [])];
  return { "eslint/no-restricted-imports": ["error", { patterns, paths }] };
}

/** A project's configuration may import only what is available in other projects too. */
function overrideOfConfiguration(): Override {
  const patterns = [{ group: ["*", "!@colophon", "!@colophon/config"], message: "The example may import only @colophon/config" }];
  return {
    files: ["cms.config.ts"],
    rules: { "eslint/no-restricted-imports": ["error", { patterns }] },
  };
}

/** Forbids everything that begins with the prefix, except these names. */
function allowOnly(prefix: string, names: readonly string[], message: string) {
  return { group: [`${prefix}*`, `${prefix}*/**`, ...names.map((name) => `!${prefix}${name}`)], message };
}
