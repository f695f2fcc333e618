import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { writeProject } from "../../packages/create-colophon/src/write-project.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-composed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = writeProject(
  { folder: join(folder, "my-magazine"), template: "empty", email: "ada@example.com" },
  { colophon: "1.2.3", embeddedPostgres: "17.0.0", tools: {}, node: {} },
);
const text = readFileSync(join(path, "compose.yml"), "utf8");
const { services, volumes } = parse(text);

test("a new project's compose.yml runs its own image, based on the release that created it", () => {
  expect(services.site).toMatchObject({ image: "my-magazine", build: ".", env_file: ".env" });
  expect(text).toContain("`image: colophon/base:1.2.3`");
  expect(readFileSync(join(path, "Dockerfile"), "utf8")).toMatch(/^FROM colophon\/base:1\.2\.3$/m);
});

test("its site may write only its data, and starts when PostgreSQL and Redis are ready", () => {
  expect(services.site).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  expect(services.site.depends_on).toEqual({ postgres: { condition: "service_healthy" }, redis: { condition: "service_healthy" } });
  const kept: string[] = [...services.site.volumes, ...services.postgres.volumes];
  expect(kept.map((place) => place.split(":")[0])).toEqual(Object.keys(volumes));
});

test("its database has the password of .env, which has only letters and digits and is in no image", () => {
  const passwords = [services.site.environment.DATABASE_URL, services.postgres.environment.POSTGRES_PASSWORD];

  for (const value of passwords) expect(value).toContain("${POSTGRES_PASSWORD");
  expect(readFileSync(join(path, ".env"), "utf8")).toMatch(/^POSTGRES_PASSWORD=[0-9a-f]{48}$/m);
  expect(readFileSync(join(path, ".dockerignore"), "utf8").split("\n")).toEqual(expect.arrayContaining([".env", ".data", "node_modules"]));
});
