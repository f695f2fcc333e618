import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { assetUrlOptions, ENV, EnvError, readEnv, toEnvExample, toEnvTable, type EnvName } from "../src/index.ts";

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
}

test("an unset or empty variable has its default, or undefined", () => {
  expect(readEnv({ PORT: "", HOST: "  " }, ["PORT", "HOST", "CMS_SECRET", "RATE_LIMIT_AUTH_PER_MINUTE"])).toEqual({
    PORT: 8080,
    HOST: "0.0.0.0",
    CMS_SECRET: undefined,
    RATE_LIMIT_AUTH_PER_MINUTE: 10,
  });
});

test("a value can be in a file that NAME_FILE names, as container platforms provide secrets", () => {
  const path = join(mkdtempSync(join(tmpdir(), "colophon-env-")), "secret");
  writeFileSync(path, "0123456789abcdef-from-a-file\n");

  expect(readEnv({ CMS_SECRET_FILE: path }, ["CMS_SECRET"]).CMS_SECRET).toBe("0123456789abcdef-from-a-file");
  expect(readEnv({ CMS_SECRET_FILE: path, CMS_SECRET: "the-variable-itself-wins" }, ["CMS_SECRET"]).CMS_SECRET).toBe(
    "the-variable-itself-wins",
  );
  expect(problemsOf(() => readEnv({ CMS_SECRET_FILE: "/nowhere" }, ["CMS_SECRET"]))).toEqual([
    'CMS_SECRET_FILE names "/nowhere", which cannot be read: set it to the path of a readable file.',
  ]);
});

test("values are parsed by their type", () => {
  const source = {
    PORT: "0",
    COOKIE_SECURE: "true",
    S3_CREATE_BUCKET: "0",
    TRUST_PROXY: "10.0.0.0/8, ::1",
    ALLOW_DATA_LOSS: "article.title,tag",
    MAX_UPLOAD_BYTES: "5",
    CMS_ADMIN_EMAIL: "jürgen@exämple.com",
  };

  expect(readEnv(source, Object.keys(source) as EnvName[])).toEqual({
    PORT: 0,
    COOKIE_SECURE: true,
    S3_CREATE_BUCKET: false,
    TRUST_PROXY: ["10.0.0.0/8", "::1"],
    ALLOW_DATA_LOSS: ["article.title", "tag"],
    MAX_UPLOAD_BYTES: 5,
    CMS_ADMIN_EMAIL: "jürgen@exämple.com",
  });
  expect(readEnv({ ALLOW_DATA_LOSS: "true" }, ["ALLOW_DATA_LOSS"]).ALLOW_DATA_LOSS).toBe(true);
});

test.each<[EnvName, string]>([
  ["PORT", "65536"],
  ["PORT", "80.5"],
  ["PORT", "http"],
  ["HOST", "local host"],
  ["NODE_ENV", "prod"],
  ["LOG_LEVEL", "verbose"],
  ["CMS_ADMIN_EMAIL", "ada"],
  ["CMS_PUBLIC_URL", "cms.example.com"],
  ["SEARCH_DATABASE_URL", "mysql://localhost/cms"],
  ["DATABASE_POOL_SIZE", "0"],
  ["MAIL_FROM", "Ada <ada@example.com>, bob@example.com"],
  ["MAIL_FROM", "Ada\r\nBcc: bob@example.com"],
  ["TRUST_PROXY", "true"],
  ["TRUST_PROXY", "1"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "10.0.0/8"],
  ["COOKIE_SECURE", "yes"],
  ["RATE_LIMIT_PER_MINUTE", "0"],
  ["RATE_LIMIT_AUTH_PER_MINUTE", "-1"],
  ["MAX_UPLOAD_BYTES", "100MB"],
  ["MAX_IMAGE_PIXELS", "5e7"],
  ["STORAGE_ADAPTER", "gcs"],
  ["S3_ENDPOINT", "minio:9000"],
  ["CONTENT_URL", "localhost:8081"],
  ["IDENTITY_PUBLIC_KEYS", "abc"],
])("%s=%j is refused with a sentence", (name, value) => {
  const problems = problemsOf(() => readEnv({ [name]: value }, [name]));

  const shown = "secret" in ENV[name] ? "has a wrong value" : `is ${JSON.stringify(value)}`;
  expect(problems).toEqual([`${name} ${shown}: set it to ${ENV[name].expected}.`]);
});

test("all invalid variables are reported together, and only the requested ones", () => {
  const source = { PORT: "x", LOG_LEVEL: "y", MAX_UPLOAD_BYTES: "z" };

  expect(problemsOf(() => readEnv(source, ["PORT", "LOG_LEVEL"])).map((line) => line.split(" ")[0])).toEqual(["PORT", "LOG_LEVEL"]);
});

test("a secret's value is never repeated", () => {
  const problems = problemsOf(() => readEnv({ DATABASE_URL: "hunter2", CMS_SECRET: "hunter2" }, ["DATABASE_URL", "CMS_SECRET"]));

  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain("hunter2");
});

test("production requires CMS_SECRET and SMTP_URL, if a process reads them", () => {
  const production = { NODE_ENV: "production" };

  expect(problemsOf(() => readEnv(production, ["CMS_SECRET", "SMTP_URL", "PORT"]))).toEqual([
    "CMS_SECRET is required in production: set it to a random text of at least 16 characters (`openssl rand -base64 32`).",
    "SMTP_URL is required in production: set it to a URL such as smtp://user:password@mail.example.com:587.",
  ]);
  expect(problemsOf(() => readEnv(production, ["PORT", "REDIS_URL"]))).toEqual([]);
  expect(problemsOf(() => readEnv({}, ["CMS_SECRET", "SMTP_URL"]))).toEqual([]);
});

test("a process reports the variables that it requires", () => {
  expect(problemsOf(() => readEnv({}, ["DATABASE_URL", "PORT"], ["DATABASE_URL"]))).toEqual([
    "DATABASE_URL is not set: set it to a URL such as postgres://user:password@localhost:5432/cms.",
  ]);
  const url: string = readEnv({ DATABASE_URL: "postgres://localhost/cms" }, ["DATABASE_URL"], ["DATABASE_URL"]).DATABASE_URL;
  expect(url).toBe("postgres://localhost/cms");
});

test("every default is a valid value of its variable", () => {
  const names = Object.keys(ENV) as EnvName[];

  expect(problemsOf(() => readEnv({}, names))).toEqual([]);
});

test(".env.example is generated from the table and sets nothing", () => {
  const text = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");

  expect(text).toBe(toEnvExample());
  expect(text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
  for (const name of Object.keys(ENV)) expect(text).toMatch(new RegExp(`^# ${name}=`, "m"));
});

test("the reference's table has a row for every variable", () => {
  const rows = toEnvTable().trim().split("\n").slice(2);

  expect(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(Object.keys(ENV));
  expect(rows[0]).toBe(
    "| `PORT` | `8080` | The port of the gateway. It is the only public port. | gateway, content, auth, asset, search, email-worker, asset-worker, webhook-worker |",
  );
});

test("a public URL of files needs the key that signs them", () => {
  const storage = { adapter: "local", publicUrl: "https://cdn.example.com" } as const;

  expect(problemsOf(() => assetUrlOptions(storage, {}))).toEqual([expect.stringContaining("Set ASSET_URL_KEY")]);
  expect(assetUrlOptions(storage, { ASSET_URL_KEY: "k" })).toEqual({ publicUrl: storage.publicUrl, signedUrlMinutes: 60, secret: "k" });
  expect(assetUrlOptions({ adapter: "local" }, {})).toBeNull();
});
