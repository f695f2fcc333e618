import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../../tests/support/node-environment.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "colophon-config-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = '{ entities: [{ name: "article", fields: [] }], roles: [{ name: "admin", isAdmin: true }] }';

/** Writes files outside the workspace and loads the first in a separate process. */
function load(files: Readonly<Record<string, string>>): unknown {
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  });
  return loadPath(paths[0] ?? "");
}

function loadPath(path: string): unknown {
  return JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, "support/load.ts"), path], {
      encoding: "utf8",
      cwd: folder,
      env: NODE_ENVIRONMENT,
    }),
  );
}

test.each<[string, Record<string, string>]>([
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
      "own.ts": `import { defineConfig } from "colophon/config"; import { seo } from "colophon/plugins/seo";
        export default defineConfig({ ...${GOOD}, plugins: [seo({ url: "https://www.example.com", pages: {} })] });`,
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
])("%s outside the workspace loads", (_case, files) => {
  expect(load(files)).toEqual({ entities: ["article"], isFrozen: true });
});

test.each<[string, Record<string, string>, string]>([
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
    `It imports a module that doesn't exist: Cannot find package 'nothing-here' imported from ${folder}/lonely.mjs. Install the module, or correct the import.`,
  ],
  ["another kind of file", { "config.json": "{}" }, "Name a file that ends in .ts, .mts, .js, .mjs in CMS_CONFIG."],
])("%s is reported with a correction", (_case, files, message) => {
  const path = join(folder, Object.keys(files)[0] ?? "");

  expect(load(files)).toEqual({ error: "ConfigError", message: `The configuration ${path} has one problem:\n  ${message}` });
});

test("a mistake in an imported file names that file", () => {
  const loaded = load({ "outside.ts": 'import "./broken.ts"; export default {};', "broken.ts": "\nconst a = ;" });

  expect(loaded).toMatchObject({ message: expect.stringContaining(`(${folder}/broken.ts:2)`) });
});

test("a missing file and a folder are reported", () => {
  mkdirSync(join(folder, "folder.ts"));

  expect(loadPath("missing.ts")).toMatchObject({
    message: `The configuration ${folder}/missing.ts has one problem:\n  There is no such file. Create it, or set CMS_CONFIG to the path of your configuration.`,
  });
  expect(loadPath("folder.ts")).toMatchObject({ message: expect.stringContaining("This is not a file.") });
});

test("the message contains all problems of an invalid configuration", () => {
  expect(load({ "wrong.ts": "export default { entities: 1, rolls: [] };" })).toEqual({
    error: "ConfigError",
    message: `The configuration ${folder}/wrong.ts has 3 problems:\n  entities: Make this an array instead of 1.\n  roles: Add this: it must be an array.\n  rolls: Write "roles" instead of "rolls": the configuration has no option "rolls".`,
  });
});

test("the example site of this repository loads", () => {
  expect(loadPath(join(import.meta.dirname, "../../../cms.config.ts"))).toEqual({
    entities: ["article", "author", "tag", "page", "settings"],
    isFrozen: true,
  });
});
