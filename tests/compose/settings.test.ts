import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ENV } from "@colophon/config";
import { SERVICE_ROLES } from "@colophon/database";
import { parse } from "yaml";

const composed = parse(readFileSync(join(import.meta.dirname, "../../docker-compose.yml"), "utf8"), { merge: true });
const variables: [string, { readonly processes: readonly string[] }][] = Object.entries(ENV);

/** Variables that the image sets. */
const SET_BY_IMAGE = ["PORT", "HOST", "OPS_PORT", "CMS_CONFIG", "CMS_DATA_DIR"];

test.each(["gateway", "content", "auth", "asset", "search", "email-worker", "asset-worker", "webhook-worker"])(
  "Compose sets exactly the variables that %s reads",
  (process) => {
    const read = variables.filter(([name, { processes }]) => processes.includes(process) && !SET_BY_IMAGE.includes(name));

    const names = Object.keys(composed.services[process].environment).map((name) => name.replace(/_FILE$/, ""));

    expect(names.toSorted()).toEqual(read.map(([name]) => name).toSorted());
  },
);

test("every process of the product has the project's folder, read-only, at the path where the image expects the configuration", () => {
  const built = Object.entries<any>(composed.services).filter(([name, { build }]) => build && name !== "mail");
  const dockerfile = readFileSync(join(import.meta.dirname, "../../Dockerfile"), "utf8");

  expect(built.map(([name]) => name).toSorted()).toEqual([
    "asset",
    "asset-worker",
    "auth",
    "content",
    "email-worker",
    "gateway",
    "migrate",
    "search",
    "webhook-worker",
  ]);
  for (const [name, { volumes }] of built)
    expect([name, volumes]).toEqual([name, expect.arrayContaining(["${CMS_PROJECT:-.}:/app/project:ro"])]);
  expect(dockerfile).toContain(" CMS_CONFIG=/app/project/cms.config.ts ");
});

test("data that must be kept is in named volumes", () => {
  const placesOf = (service: string): string[] => composed.services[service].volumes;

  expect(placesOf("postgres")).toContain("database:/var/lib/postgresql/data");
  expect(placesOf("minio")).toContain("media:/data");
  for (const service of ["asset", "asset-worker", "migrate"]) expect(placesOf(service)).toContain("files:/data");
  expect(Object.keys(composed.volumes).filter((name) => !name.endsWith("-secrets"))).toEqual(["database", "media", "files"]);
});

test("each process can read its own secrets and the shared ones; PostgreSQL's owner is known to migrate and PostgreSQL alone", () => {
  const secretsOf = (service: string): string[] =>
    composed.services[service].volumes.filter((place: string) => place.includes("secrets")).toSorted();
  const shared = "shared-secrets:/secrets/shared:ro";

  expect(secretsOf("gateway")).toEqual(["gateway-secrets:/secrets/own:ro"]);
  expect(secretsOf("postgres")).toEqual(["database-secrets:/secrets/own:ro"]);
  expect(secretsOf("migrate")).toEqual(["database-secrets:/secrets/own:ro", shared]);
  for (const role of SERVICE_ROLES) {
    const service = role.replace("_", "-");
    expect(secretsOf(service)).toEqual([`${service}-secrets:/secrets/own:ro`, shared].toSorted());
    expect(composed.services[service].environment).toMatchObject({ DATABASE_URL_FILE: "/secrets/own/database-url" });
    expect(composed.services[service].environment).not.toHaveProperty("DATABASE_ROLES_KEY_FILE");
  }
  expect(composed.services.migrate.environment).toMatchObject({
    DATABASE_URL_FILE: "/secrets/own/database-url",
    DATABASE_ROLES_KEY_FILE: "/secrets/own/database-roles-key",
  });
});

test("the step that creates the secrets has every volume of secrets, and a backup all that can't be created again", () => {
  const volumes = Object.keys(composed.volumes).filter((name) => name.endsWith("-secrets"));

  const made: string[] = composed.services.secrets.volumes;
  expect(made.filter((place) => place.includes("-secrets:"))).toEqual(
    volumes.map((name) => `${name}:/secrets/${name.replace(/-secrets$/, "")}`),
  );
  const kept: string[] = composed.services.volumes.volumes;
  expect(kept.toSorted()).toEqual(
    ["database-secrets", "files", "gateway-secrets", "media", "shared-secrets"].map((name) => `${name}:/volumes/${name}`),
  );
});

test("the file itself contains no secrets", () => {
  const values = Object.values<any>(composed.services).flatMap(({ environment = {} }) => Object.entries<string>(environment));
  const secrets = values.filter(([name]) => /SECRET|PASSWORD|KEY|DATABASE_URL/.test(name));

  expect(secrets.length).toBeGreaterThan(20);
  for (const [name, value] of secrets) expect([name, value]).toEqual([name, expect.stringMatching(/^\/secrets\/|^\$\{\w+:-\}$/)]);
});

test("every container that keeps running has a limit of memory, many open files, and a log that doesn't grow without end", () => {
  const running = Object.entries<any>(composed.services).filter(([, { restart }]) => restart === "unless-stopped");

  expect(running.length).toBeGreaterThan(10);
  for (const [name, { mem_limit, ulimits, logging }] of running) {
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    expect(ulimits).toEqual({ nofile: 20000 });
    expect(logging.options).toMatchObject({ "max-size": "10m", "max-file": "5" });
  }
});
