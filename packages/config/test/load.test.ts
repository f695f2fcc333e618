import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "colophon-config-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = '{ entities: [{ name: "article", fields: [] }], roles: [{ name: "admin", isAdmin: true }] }';

type Files = Readonly<Record<string, string>>;

/** Writes files into a folder of their own outside the workspace. @returns the path of the first */
function written(files: Files): string {
  const own = mkdtempSync(join(folder, "own-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
  return join(own, Object.keys(files)[0] ?? "");
}

/** Loads files one after the other in one separate process. */
function loadAll(paths: readonly string[]): unknown[] {
  return JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, "support/load.ts"), ...paths], {
      encoding: "utf8",
      cwd: folder,
      env: NODE_ENVIRONMENT,
    }),
  );
}

const LOADED: readonly (readonly [string, Files])[] = [
  ["a plain object in .ts", { "plain.ts": `const config: object = ${GOOD}; export default config;` }],
  ["a plain object in .mts", { "plain.mts": `export default ${GOOD} satisfies object;` }],
  ["a plain object in .js", { "plain.js": `export default ${GOOD};` }],
  ["a plain object in .mjs", { "plain.mjs": `export default ${GOOD};` }],
  ["module.exports in .js", { "common.js": `module.exports = ${GOOD};` }],
  ["a promise of it", { "promise.mjs": `export default Promise.resolve(${GOOD});` }],
  [
    "an import of a plugin of ours",
    {
      "own.ts": `import { redirects } from "@colophon/plugins/redirects"; import { seo } from "@colophon/plugins/seo";
        export default { ...${GOOD}, plugins: redirects && [seo({ url: "https://www.example.com", pages: {} })] };`,
    },
  ],
  [
    "an import of colophon's modules",
    {
      "own.ts": `import { defineConfig, defineEntity } from "colophon/config"; import { seo } from "colophon/plugins/seo";
        const { entities, roles } = ${GOOD};
        export default defineConfig({ entities: entities.map(defineEntity), roles, plugins: [seo({ url: "https://www.example.com", pages: {} })] });`,
    },
  ],
  [
    "an import of @colophon/config",
    {
      "own.ts": `import { defineConfig, HookError } from "@colophon/config"; export default defineConfig(${GOOD}); if (!HookError) throw 1;`,
    },
  ],
  [
    "an import of a file that imports it",
    {
      "outer.ts": `import { wrap } from "./inner.ts"; export default wrap(${GOOD});`,
      "inner.ts": 'export { defineConfig as wrap } from "@colophon/config";',
    },
  ],
  ["a job with cron", { "job.ts": `export default { ...${GOOD}, jobs: [{ name: "tidy", cron: "0 3 * * *", run() {} }] };` }],
  [
    "a plugin that adds a job with cron",
    {
      "own.ts": `const tidy = (config) => ({ ...config, jobs: [{ name: "tidy", cron: "0 3 * * *", run() {} }] });
        export default { ...${GOOD}, plugins: [tidy] };`,
    },
  ],
];

test("a configuration outside the workspace loads, in every form and with every import", () => {
  const loaded = loadAll(LOADED.map(([, files]) => written(files)));

  expect(loaded.map((outcome, at) => [LOADED[at]?.[0], outcome])).toEqual(
    LOADED.map(([form]) => [form, { entities: ["article"], isFrozen: true }]),
  );
});

const REFUSED: readonly (readonly [string, Files, string])[] = [
  [
    "a syntax error in JavaScript",
    { "syntax.mjs": "const a = 1;\nexport default { a: ; };" },
    "It has a syntax error: Unexpected token ';' (line 2). Correct that line.",
  ],
  [
    "a syntax error in TypeScript",
    { "syntax.ts": "const a = 1;\n\nexport default { a: ; };" },
    "It has a syntax error: Expression expected (line 3). Correct that line.",
  ],
  [
    "an enum",
    { "enum.ts": "enum A { B }\nexport default { a: A.B };" },
    "TypeScript enum is not supported in strip-only mode (line 1). Write it in JavaScript: the types of a configuration are removed, but it is not compiled.",
  ],
  [
    "no default export",
    { "named.ts": "export const config = {};" },
    "It has no default export. Write `export default defineConfig({ … })` or `export default { … }`.",
  ],
  [
    "a function as default export",
    { "function.ts": "export default () => ({});" },
    "Its default export is a function. Export the configuration itself, an object.",
  ],
  [
    "code that throws",
    { "throws.ts": "\n\nthrow new TypeError('no luck');\nexport default {};" },
    "Running it threw TypeError: no luck (line 3). Correct the file so that it can be imported.",
  ],
  ["code that throws a text", { "text.mjs": "throw 'no luck';" }, "Running it threw no luck. Correct the file so that it can be imported."],
  [
    "a promise that is rejected",
    { "rejects.mjs": "export default Promise.reject(new Error('no luck'));" },
    "Running it threw Error: no luck (line 1). Correct the file so that it can be imported.",
  ],
  [
    "an import that is not there",
    { "lonely.mjs": "import 'nothing-here'; export default {};" },
    "It imports a module that doesn't exist: Cannot find package 'nothing-here' imported from (its folder)/lonely.mjs. Install the module, or correct the import.",
  ],
  [
    "an imported name that is not there",
    { "unnamed.mjs": 'import { defineSite } from "colophon/config"; export default defineSite({});' },
    "It imports a name that doesn't exist: The requested module 'colophon/config' does not provide an export named 'defineSite' (line 1). Correct the name, or install the version that has it.",
  ],
  [
    "a cron that is wrong",
    { "cron.mjs": `export default { ...${GOOD}, jobs: [{ name: "tidy", cron: "0 25 * * *", run() {} }] };` },
    'jobs[0].cron: Use the five fields minute, hour, day, month and weekday such as "0 3 * * *" instead of "0 25 * * *" (Constraint error, got value 25 expected range 0-23).',
  ],
  ["another kind of file", { "config.json": "{}" }, "Name a file that ends in .ts, .mts, .js, .mjs in CMS_CONFIG."],
];

test("a file that is no configuration is reported with a correction", () => {
  const paths = REFUSED.map(([, files]) => written(files));

  const reported = loadAll(paths).map((outcome, at) => [REFUSED[at]?.[0], outcome]);

  expect(reported).toEqual(
    REFUSED.map(([mistake, , message], at) => [
      mistake,
      {
        error: "ConfigError",
        message: `The configuration ${paths[at]} has one problem:\n  ${message.replace("(its folder)", dirname(paths[at] ?? ""))}`,
      },
    ]),
  );
});

test("a mistake in an imported file, a missing file and a folder are reported, and all problems of an invalid configuration", () => {
  const importing = written({ "outside.ts": 'import "./broken.ts"; export default {};', "broken.ts": "\nconst a = ;" });
  const wrong = written({ "wrong.ts": "export default { entities: 1, rolls: [] };" });
  mkdirSync(join(folder, "folder.ts"));

  const [imported, missing, directory, problems] = loadAll([importing, "missing.ts", "folder.ts", wrong]);

  expect(imported).toMatchObject({ message: expect.stringContaining(`(${dirname(importing)}/broken.ts:2)`) });
  expect(missing).toMatchObject({
    message: `The configuration ${folder}/missing.ts has one problem:\n  There is no such file. Create it, or set CMS_CONFIG to the path of your configuration.`,
  });
  expect(directory).toMatchObject({ message: expect.stringContaining("This is not a file.") });
  expect(problems).toEqual({
    error: "ConfigError",
    message: `The configuration ${wrong} has 3 problems:\n  entities: Make this an array instead of 1.\n  roles: Add this: it must be an array.\n  rolls: Write "roles" instead of "rolls": the configuration has no option "rolls".`,
  });
});

test("the example site of this repository loads", () => {
  expect(loadAll([join(import.meta.dirname, "../../../cms.config.ts")])).toEqual([
    { entities: ["article", "author", "tag", "page", "settings"], isFrozen: true },
  ]);
});
