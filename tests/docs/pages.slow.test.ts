import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "colophon/stack/settings.ts";
import { parse } from "yaml";
import { SIDEBAR } from "../../docs/.vitepress/sidebar.ts";
import { blocksIn, blocksOf, PAGES, placeOf, textOf } from "./blocks.ts";

const BUILD_LIMIT_MS = 600_000;
const CHECKED = ["ts", "json", "yaml", "sh"];
const output = mkdtempSync(join(tmpdir(), "colophon-docs-"));

/** The build fails if a link has no target. */
beforeAll(async () => {
  const vitepress = join(ROOT, "docs/node_modules/vitepress/bin/vitepress.js");
  await promisify(execFile)(process.execPath, [vitepress, "build", "docs", "--outDir", output], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: "", HTTPS_PROXY: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" },
    timeout: BUILD_LIMIT_MS,
  });
}, BUILD_LIMIT_MS);
afterAll(() => rmSync(output, { recursive: true, force: true }));

test("every page is part of the site and linked in the sidebar", () => {
  const linked = SIDEBAR.flatMap(({ items }) => items.map(({ link }) => `docs${link.endsWith("/") ? `${link}index` : link}.md`));

  expect(linked.toSorted()).toEqual(PAGES.filter((page) => page !== "README.md").toSorted());
});

test("every link to a part of a page has an existing heading as its target", () => {
  const html = new Map(globSync("**/*.html", { cwd: output }).map((file) => [`/${file}`, readFileSync(join(output, file), "utf8")]));
  const broken = [...html].flatMap(([from, text]) =>
    Array.from(text.matchAll(/href="([^"#:]*)#([^"]+)"/g), ([, path = "", id = ""]) => ({
      to: pageOf(from, path),
      id: decodeURIComponent(id),
    }))
      .filter(({ to, id }) => !html.get(to)?.includes(`id="${id}"`))
      .map(({ to, id }) => `${from} → ${to}#${id}`),
  );

  expect(html.size).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

test("nothing of the built site is loaded from another host", () => {
  const loaded = globSync("**/*.html", { cwd: output }).flatMap((file) =>
    Array.from(
      readFileSync(join(output, file), "utf8").matchAll(/<(?:script|link|img)[^>]*\b(?:src|href)="(https?:[^"]+)"/g),
      ([, url]) => url,
    ),
  );

  expect(loaded).toEqual([]);
});

test("every file that a page includes exists, and is shown", () => {
  const included = PAGES.flatMap((page) =>
    Array.from(textOf(page).matchAll(/^<<< (\S+)$/gm), ([, file = ""]) => posix.join(posix.dirname(page), file)),
  );
  const html = readFileSync(join(output, "tutorial.html"), "utf8");

  expect(included.length).toBeGreaterThan(10);
  expect(included.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(html).toContain("createClient");
});

test("JSON and YAML of the examples are well-formed", () => {
  for (const { text } of blocksIn("json")) expect(() => JSON.parse(text)).not.toThrow();
  for (const { text } of blocksIn("yaml")) expect(() => parse(text)).not.toThrow();
});

test("shell examples are well-formed, and use existing scripts", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { readonly scripts: Readonly<Record<string, string>> };
  for (const block of blocksIn("sh")) {
    const { status, stderr } = spawnSync("bash", ["-n"], { input: block.text, encoding: "utf8" });
    const named = Array.from(block.text.matchAll(/^(?:\w+=\S+ )*npm (?:run (?:--silent )?)?([a-z:]+)/gm), ([, name = ""]) => name);
    const files = Array.from(block.text.matchAll(/node ((?:scripts|tests)\/\S+)/g), ([, file = ""]) => file);

    expect({ place: placeOf(block), status, stderr }).toEqual({ place: placeOf(block), status: 0, stderr: "" });
    expect(named.filter((name) => !(name in scripts) && !OF_NPM.has(name))).toEqual([]);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  }
});
const OF_NPM = new Set(["ci", "install", "create"]);

test("the commands for a backup are those with which the Compose stack is tested", () => {
  const tested = textOf("tests/compose/backup.ts");
  const lines = blocksOf("docs/operate/backup.md").flatMap(({ text }) => text.split("\n"));
  const typed = lines.filter((line) => line.startsWith("docker compose")).map((line) => line.replace(/\s{2,}#.*$/, ""));

  expect(typed.length).toBeGreaterThan(4);
  expect(typed.filter((line) => !tested.includes(`"${line}"`))).toEqual([]);
});

test("an example that is not checked has a reason", () => {
  const blocks = PAGES.flatMap(blocksOf);
  const unchecked = blocks.filter(({ words }) => words.has("unchecked"));
  const silent = blocks.filter(
    ({ language, words }) => !words.has("unchecked") && (!CHECKED.includes(language) || (language === "sh" && !words.has("run"))),
  );

  expect(silent.map(placeOf)).toEqual([]);
  expect(unchecked.map(({ page, language, words }) => `${page} ${language}: ${words.get("unchecked")}`)).toEqual(UNCHECKED);
});

const UNCHECKED: readonly string[] = [
  "README.md sh: the tests are started by it",
  "README.md sh: installs from the registry",
  ...Array<string>(4).fill("docs/architecture.md txt: a diagram"),
  "docs/guide/admin-page.md sh: writes into the folder that the running gateway serves",
  "docs/guide/audit-log.md sh: needs the session of an admin",
  "docs/guide/audit-log.md sh: needs a site with a log",
  "docs/guide/audit-log.md sh: needs a site with a log",
  "docs/guide/caching.md http: headers of an answer",
  "docs/guide/caching.md vcl: tests/caching runs it",
  "docs/guide/caching.md nginx: tests/caching runs it",
  ...Array<string>(3).fill("docs/guide/caching.md vcl: tests/caching runs it in the dialect of Varnish"),
  "docs/guide/caching.md json: tests/caching evaluates the rules",
  "docs/guide/cdn.md json: needs an account",
  "docs/guide/cdn.md sh: needs an account",
  "docs/guide/client.md sh: writes into a second project; tests/examples does it",
  "docs/guide/client.md ts: the file is made by the command above; tests/examples compiles such a project",
  "docs/guide/events.md sh: the answer has no end",
  "docs/guide/events.md txt: one event; services/content tests its form",
  "docs/guide/hooks.md sh: writes a file into the project",
  "docs/guide/media.md sh: the upload generates the name of the file",
  "docs/guide/react-admin.md sh: installs from the registry",
  "docs/guide/record-files.md csv: packages/colophon tests such a file",
  "docs/guide/record-files.md sh: works on the running site of the machine; the commands are tested in packages/colophon",
  "docs/guide/record-files.md md: packages/colophon tests such a file",
  "docs/guide/record-files.md sh: works on the running site of the machine; the commands are tested in packages/colophon",
  "docs/guide/record-files.md sh: works on the running site of the machine; the commands are tested in packages/colophon",
  "docs/guide/record-files.md sh: works on the running site of the machine; the commands are tested in packages/colophon",
  "docs/guide/record-files.md sh: works on the running site of the machine; the commands are tested in packages/colophon",
  "docs/guide/rich-text.md http: services/content tests such requests",
  "docs/guide/rich-text.md http: services/content tests such requests",
  "docs/operate/backup.md sh: needs Docker; TESTS=long tests/compose/run does it",
  "docs/operate/backup.md sh: needs Docker; TESTS=long tests/compose/run does it",
  "docs/operate/backup.md sh: works on the running site of the machine; the command is tested in packages/colophon",
  "docs/operate/backup.md sh: works on the running site of the machine; the command is tested in packages/colophon",
  "docs/operate/compose.md sh: needs Docker; tests/compose/project.process.ts does it",
  "docs/operate/compose.md sh: needs Docker; tests/compose/project.process.ts does it",
  "docs/operate/compose.md sh: needs Docker; tests/compose/project.process.ts does it",
  "docs/operate/compose.md sh: needs Docker",
  "docs/operate/compose.md sh: needs Docker; tests/compose/run does it",
  "docs/operate/compose.md ini: values of your own",
  "docs/operate/compose.md yaml: values of your own",
  "docs/operate/compose.md sh: needs Docker",
  "docs/operate/connections.md txt: a formula",
  "docs/operate/connections.md sql: needs a superuser and PgBouncer",
  "docs/operate/connections.md ini: PgBouncer's own format",
  "docs/operate/kubernetes.md sh: needs a cluster; tests/k8s/docs.process.ts does it",
  "docs/operate/kubernetes.md sh: needs Docker; tests/compose/project.process.ts does it",
  "docs/operate/kubernetes.md sh: needs a cluster; tests/k8s/docs.process.ts does it",
  "docs/operate/performance.md sh: minutes of load; needs a quiet machine",
  "docs/operate/redis.md ini: needs such a Redis; tests/faults/sentinel.slow.test.ts has one",
  "docs/operate/redis.md ini: needs such a Redis; tests/faults/sentinel.slow.test.ts has one",
  "docs/operate/sizing.md txt: a formula",
  "docs/operate/small-server.md ini: values of your own",
  "docs/operate/small-server.md sh: needs Docker",
  "docs/operate/small-server.md sh: needs root and a PostgreSQL of the system",
  "docs/operate/small-server.md sh: needs root and the registry",
  "docs/operate/small-server.md ini: values of your own",
  "docs/operate/small-server.md ini: a unit; tests/docs/units.test.ts checks it",
  "docs/operate/small-server.md sh: needs root and systemd",
  "docs/operate/small-server.md sh: needs root and the service",
  "docs/operate/small-server.md sh: needs root and the service",
  "docs/operate/small-server.md txt: Caddy's own format",
  "docs/operate/upgrading.md sh: asks a registry; tests/package runs it against one of its own",
  "docs/reference/cli.md sh: works on the running site of the machine; the commands are tested in packages/colophon",
  "docs/reference/cli.md txt: words of the program",
  "docs/tutorial.md sh: installs from the registry",
  "docs/tutorial.md sh: downloads Astro",
  "docs/tutorial.md sh: starts Astro's own server",
  "docs/tutorial.md sh: needs Astro and the running site of this tutorial",
];

/** The file of the built site that a link refers to. */
function pageOf(from: string, path: string): string {
  if (path === "") return from;
  const at = posix.resolve(posix.dirname(from), path);
  return path.endsWith("/") ? posix.join(at, "index.html") : at.endsWith(".html") ? at : `${at}.html`;
}
