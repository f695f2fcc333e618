import { expect, test } from "@jest/globals";
import { validateConfig } from "../src/index.ts";
import { site, withEntity } from "./support/site.ts";

/** The configuration with its defaults. */
function completed(parts: object) {
  const result = validateConfig(site({ ...parts }));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.config;
}
const run = () => null;

test("what a configuration leaves out has a default", () => {
  expect(completed({ locales: ["de", "en"] })).toMatchObject({
    locales: ["de", "en"],
    defaultLocale: "de",
    cors: { origins: [] },
    cache: {},
    storage: { adapter: "local" },
    customRoutes: [],
    webhooks: [],
    jobs: [],
    events: true,
    audit: { days: 365, values: false },
    openapi: false,
  });
});

test.each([
  ["a route", { customRoutes: [{ name: "ping", handler: run }] }, { customRoutes: [{ method: "GET", roles: [] }] }],
  ["a job", { jobs: [{ name: "tidy", every: "5m", run }] }, { jobs: [{ timeoutSeconds: 60 }] }],
  ["the audit log", { audit: { days: 30 } }, { audit: { days: 30, values: false } }],
  [
    "a public cache",
    { cache: { public: { maxAge: 60 } } },
    { cache: { public: { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 86_400 } } },
  ],
])("what %s leaves out has a default", (_part, given, expected) => {
  expect(completed(given)).toMatchObject(expected);
});

test.each([
  { events: false },
  { audit: false },
  { audit: { days: 7, values: true } },
  { openapi: true },
  { jobs: [{ timeoutSeconds: 5, name: "tidy", every: "5m", run }] },
  { cache: { public: { maxAge: 0, staleWhileRevalidate: 5, staleIfError: 0 } } },
])("a given value stays: %j", (given) => {
  expect(completed(given)).toMatchObject(given);
});

test("a document refers to all collections, wherever it is, unless it names its own", () => {
  const body = { name: "body", type: "richtext", format: "document" };
  const fields = [
    body,
    { name: "few", type: "richtext", format: "document", embeds: ["author"] },
    { name: "plain", type: "richtext" },
    { name: "box", type: "object", fields: [body] },
    { name: "texts", type: "array", of: { type: "richtext", format: "document" } },
    { name: "parts", type: "blocks", blocks: [{ name: "text", fields: [body] }] },
  ];
  const { entities } = completed(withEntity({ fields }, { name: "author", fields: [] }, { name: "home", global: true, fields: [] }));
  const embeds = ["article", "author"];

  expect(entities[0]?.fields).toEqual([
    { ...body, embeds },
    fields[1],
    fields[2],
    { ...fields[3], fields: [{ ...body, embeds }] },
    { ...fields[4], of: { type: "richtext", format: "document", embeds } },
    { ...fields[5], blocks: [{ name: "text", fields: [{ ...body, embeds }] }] },
  ]);
});
