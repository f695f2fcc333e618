/** The declarations of the published package, in a project that checks the types of its libraries too. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";
import { buildColophon } from "../pack/packages.ts";

const TIMEOUT_MS = 600_000;
const COMPILER_OPTIONS = {
  target: "es2024",
  lib: ["es2024", "dom"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};
/** What a project installs beside the package, for the types of the admin page's parts. */
const INSTALLED = { "@types/node": "scripts", "@types/react": "packages/admin" };
/** Compiles only if the types of the configuration reach the package's. */
const USE = `
import { defineConfig, type CustomRouteDefinition, type SiteHandle } from "colophon/config";
import { seo } from "colophon/plugins/seo";
import { createClient } from "colophon/client";

const config = defineConfig({
  entities: [{ name: "event", fields: [{ name: "title", type: "text", required: true }] }],
  roles: [{ name: "admin", isAdmin: true }],
  plugins: [seo({ url: "https://example.com", pages: { event: "/events/{title}" } })],
});
declare module "colophon/config" {
  interface Register {
    readonly db: SiteHandle<typeof config>;
  }
}
export const route: CustomRouteDefinition = {
  name: "next",
  // @ts-expect-error there is no such entity
  handler: ({ db }) => [db.entity("event").list(), db.entity("evnt").list()],
};
export const titleOf = async (id: string): Promise<string> => (await createClient<typeof config>({ url: "" }).entity("event").one(id)).title;
`;

const project = realpathSync(mkdtempSync(join(tmpdir(), "colophon-declarations-")));
const modules = join(project, "node_modules");
const read = (file: string) => JSON.parse(readFileSync(join(modules, "colophon", file), "utf8"));
beforeAll(async () => {
  await buildColophon(join(modules, "colophon"));
  mkdirSync(join(modules, "@types"));
  for (const [name, of] of Object.entries(INSTALLED)) symlinkSync(realpathSync(join(ROOT, of, "node_modules", name)), join(modules, name));
}, TIMEOUT_MS);
afterAll(() => rmSync(project, { recursive: true, force: true }));

test(
  "every entry point type-checks, and the registered configuration gives `db` its types",
  async () => {
    const entries = Object.keys(read("package.json").exports).filter((name) => name !== "./package.json");
    const imports = entries.map((name, at) => `export * as entry${at} from "${name.replace(".", "colophon")}";`);
    writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ["use.ts"] }));
    writeFileSync(join(project, "use.ts"), [USE, ...imports].join("\n"));

    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", project]).catch(
      (failed: { stdout: string }) => failed,
    );

    expect(entries).toEqual(expect.arrayContaining(["./admin", "./client", "./config", "./plugins/seo", "./rich-text", "./test"]));
    expect(stdout).toBe("");
  },
  TIMEOUT_MS,
);
