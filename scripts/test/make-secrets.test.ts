import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { SERVICE_ROLES } from "@colophon/database";
import { OLDER_NODE } from "../../tests/package/nodes.ts";
import { ROOT } from "colophon/stack/settings.ts";

const SCRIPT = join(import.meta.dirname, "../make-secrets.mjs");
const SERVICES = SERVICE_ROLES.map((role) => role.replace("_", "-"));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colophon-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function make(variables: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  execFileSync(process.execPath, [SCRIPT], { env: { SECRETS_DIR: folder, ...variables }, stdio: "pipe" });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), readFileSync(join(parentPath, name), "utf8")]),
  );
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

test("each service's folder contains only its own database URL; the owner's is in none of them", () => {
  const made = make();

  for (const service of SERVICES) {
    expect(readdirSync(join(folder, service))).toEqual(["database-url"]);
    expect(new URL(made[`${service}/database-url`] ?? "").username).toBe(`colophon_${service.replace("-", "_")}`);
  }
  const passwords = SERVICES.map((service) => new URL(made[`${service}/database-url`] ?? "").password);
  expect(new Set([...passwords, made["database/database-password"]]).size).toBe(SERVICES.length + 1);
  expect(readdirSync(join(folder, "shared")).filter((name) => name.startsWith("database"))).toEqual([]);
});

test("a second run changes nothing, and missing URLs are created again from the owner's", () => {
  const made = make();
  for (const service of SERVICES) rmSync(join(folder, service), { recursive: true });

  expect(make()).toEqual(made);
});

test("behind a pooler, each service also has the server's own address, with its user", () => {
  const made = make({
    DATABASE_URL: "postgres://cms:secret@pooler:6432/cms",
    DATABASE_DIRECT_URL: "postgres://cms:secret@server:5432/cms",
  });

  for (const service of SERVICES) {
    const [url, direct] = ["database-url", "database-direct-url"].map((name) => new URL(made[`${service}/${name}`] ?? ""));
    expect([url?.host, direct?.host]).toEqual(["pooler:6432", "server:5432"]);
    expect(direct?.username).toBe(url?.username);
    expect(direct?.password).toBe(url?.password);
  }
  expect(made["database/database-direct-url"]).toBe("postgres://cms:secret@server:5432/cms");
});

test("files of earlier releases for all services are moved to the owner's folder", () => {
  write("shared/database-password", "hush");
  write("shared/database-url", "postgresql://colophon:hush@postgres:5432/colophon");

  const made = make();

  expect(made["database/database-password"]).toBe("hush");
  expect(made["database/database-url"]).toBe("postgresql://colophon:hush@postgres:5432/colophon");
  expect(made).not.toHaveProperty(["shared/database-url"]);
  expect(made).not.toHaveProperty(["shared/database-password"]);
});

test("an external server keeps its address for every role", () => {
  const made = make({ DATABASE_URL: "postgres://owner:hush@db.example.com:6543/site?sslmode=require" });

  expect(made["search/database-url"]).toMatch(/^postgres:\/\/site_search:.{32}@db\.example\.com:6543\/site\?sslmode=require$/);
});

test("where the operator has one PostgreSQL user, all services get its URL, at later starts too", () => {
  const url = "postgres://only:hush@db.example.com/site";
  make({ DATABASE_URL: url, DATABASE_ROLES: "shared" });

  const made = make();

  expect(made["database/database-roles-key"]).toBe("");
  for (const service of ["database", ...SERVICES]) expect(made[`${service}/database-url`]).toBe(url);
});

(OLDER_NODE ? test : test.skip)("the documented command also works if npm runs with an older Node.js", () => {
  const page = readFileSync(join(ROOT, "docs/operate/kubernetes.md"), "utf8");
  const [, script = ""] = /^SECRETS_DIR=\S+ npm run (\S+)$/m.exec(page) ?? [];
  const path = [OLDER_NODE, process.env["PATH"]].join(delimiter);

  execFileSync("npm", ["run", "--ignore-scripts", script], {
    cwd: ROOT,
    env: { ...process.env, PATH: path, SECRETS_DIR: folder },
    stdio: "pipe",
  });

  expect(readdirSync(folder).toSorted()).toEqual(["database", "gateway", "shared", ...SERVICES].toSorted());
});
