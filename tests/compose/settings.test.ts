import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ENV } from "@colophon/config";
import { parse } from "yaml";

const composed = parse(readFileSync(join(import.meta.dirname, "../../docker-compose.yml"), "utf8"), { merge: true });
const variables: [string, { readonly processes: readonly string[] }][] = Object.entries(ENV);

/** What the image says itself, as its own layout has it. */
const OF_THE_IMAGE = ["PORT", "HOST", "OPS_PORT", "CMS_CONFIG", "CMS_DATA_DIR"];

test.each([
  ["gateway", ["gateway"]],
  ["content", ["content"]],
  ["auth", ["auth"]],
  ["asset", ["asset"]],
  ["search", ["search"]],
  ["workers", ["asset-worker", "email-worker"]],
])("Compose hands to %s every variable that it reads, and no other", (process, services) => {
  const read = variables.filter(([name, { processes }]) => processes.includes(process) && !OF_THE_IMAGE.includes(name));

  const given = new Set(services.flatMap((service) => Object.keys(composed.services[service].environment)));
  const names = [...given].map((name) => name.replace(/_FILE$/, ""));

  expect(names.toSorted()).toEqual(read.map(([name]) => name).toSorted());
});

test("what has to outlive its container lies in volumes that Compose keeps", () => {
  const placesOf = (service: string): string[] => composed.services[service].volumes;

  expect(placesOf("postgres")).toContain("database:/var/lib/postgresql/data");
  expect(placesOf("minio")).toContain("media:/data");
  for (const service of ["asset", "asset-worker", "migrate"]) expect(placesOf(service)).toContain("files:/data");
  expect(Object.keys(composed.volumes).toSorted()).toEqual(["database", "files", "gateway-secrets", "media", "shared-secrets"]);
});

test("nothing is secret in the file itself", () => {
  const values = Object.values<any>(composed.services).flatMap(({ environment = {} }) => Object.entries<string>(environment));
  const secrets = values.filter(([name]) => /SECRET|PASSWORD|KEY|DATABASE_URL/.test(name));

  expect(secrets.length).toBeGreaterThan(20);
  for (const [name, value] of secrets) expect([name, value]).toEqual([name, expect.stringMatching(/^\/secrets\/|^\$\{\w+:-\}$/)]);
});
