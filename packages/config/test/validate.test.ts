import { beforeAll, expect, test } from "@jest/globals";
import { formatProblems, loadCronParser, validateConfig } from "../src/index.ts";
import { site } from "./support/site.ts";
import { ADMIN_MISTAKES } from "./support/wrong/admin.ts";
import { ENTITY_MISTAKES } from "./support/wrong/entity.ts";
import { FIELD_MISTAKES } from "./support/wrong/field.ts";
import { FILTER_MISTAKES } from "./support/wrong/filter.ts";
import { JOB_MISTAKES, WRONG_JOBS } from "./support/wrong/job.ts";
import { NESTED_FIELD_MISTAKES } from "./support/wrong/nested-field.ts";
import { REFERENCE_AND_DEFAULT_MISTAKES } from "./support/wrong/reference-and-default.ts";
import { ROLE_MISTAKES } from "./support/wrong/role.ts";
import { SITE_MISTAKES } from "./support/wrong/site.ts";
import { SLUG_MISTAKES } from "./support/wrong/slug.ts";
import { WEBHOOK_MISTAKES, WRONG_WEBHOOKS } from "./support/wrong/webhook.ts";

const MISTAKES = [
  ...SITE_MISTAKES,
  ...ENTITY_MISTAKES,
  ...FIELD_MISTAKES,
  ...SLUG_MISTAKES,
  ...NESTED_FIELD_MISTAKES,
  ...REFERENCE_AND_DEFAULT_MISTAKES,
  ...ROLE_MISTAKES,
  ...FILTER_MISTAKES,
  ...ADMIN_MISTAKES,
  ...WEBHOOK_MISTAKES,
  ...JOB_MISTAKES,
];
beforeAll(loadCronParser);

test.each(MISTAKES)("%s is refused at its place, with a correction", (_mistake, config, path, message) => {
  expect(validateConfig(config)).toEqual({ ok: false, problems: [{ path, message }] });
});

test("the table of mistakes has at least 60 with different rules and places", () => {
  expect(new Set(MISTAKES.map(([mistake]) => mistake)).size).toBe(MISTAKES.length);
  expect(new Set(MISTAKES.map(([, , path, message]) => `${path} ${message}`)).size).toBeGreaterThanOrEqual(60);
});

test("every mistake of webhooks is reported at once", () => {
  const result = validateConfig(WRONG_WEBHOOKS);

  const paths = ["url", "events[0]", "secret", "role"].map((option) => `webhooks[0].${option}`);
  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual([...paths, "webhooks[1].name"]);
});

test("every mistake of jobs is reported at once", () => {
  const result = validateConfig(WRONG_JOBS);

  const paths = ["jobs[0].timeoutSeconds", "jobs[0].run", "jobs[0].name", "jobs[0].cron", "jobs[0].every", "jobs[1]", "jobs[2].name"];
  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual(paths);
});

test("every mistake of a configuration is reported at once", () => {
  const result = validateConfig({
    locales: ["en", "en"],
    defaultLocale: "fr",
    entities: [
      {
        name: "Article",
        fields: [
          { name: "title", type: "txt" },
          { name: "a b", type: "slug", from: "words", foo: 1 },
          { name: "words", type: "number", min: 2, max: 1 },
        ],
      },
      { name: "article", fields: [{ name: "up", type: "relation", to: "_page" }], global: true, translatable: true },
      { name: "custom", fields: [{ name: "id", type: "text" }, 5] },
    ],
    roles: [
      { name: "reader", permissions: { Article: { read: { filter: { words: "many" }, fields: { exclude: ["nothing"] } }, craete: true } } },
    ],
    customRoutes: [{ name: "A", roles: ["nobody"] }],
    openapi: 1,
  });

  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual([
    "openapi",
    "locales[1]",
    "defaultLocale",
    "entities[0].fields[0].type",
    "entities[0].fields[1].foo",
    "entities[0].fields[1].name",
    "entities[0].fields[2].min",
    "entities[2].fields[1]",
    "entities[2].fields[0].name",
    "entities[2].name",
    "entities[1].name",
    "entities[1].fields[0].to",
    "entities[0].fields[1].from",
    "roles[0].permissions.Article.read.filter.words",
    "roles[0].permissions.Article.read.fields.exclude[0]",
    "roles[0].permissions.Article.craete",
    "roles",
    "customRoutes[0].handler",
    "customRoutes[0].name",
    "customRoutes[0].roles[0]",
  ]);
});

test("a mistake that follows from another one is not reported", () => {
  const fields = [
    { name: "state", type: "sellect" },
    { name: "writer", type: "relation", to: "autor" },
    { name: "list", type: "array" },
  ];
  const filter = { state: "live", "writer.name": "Ann", list: { $null: false } };
  const config = site({
    entities: [{ name: "article", fields }],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { article: { read: { filter, fields: { exclude: ["state"] } } } } },
    ],
  });

  const result = validateConfig(config);

  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual([
    "entities[0].fields[0].type",
    "entities[0].fields[2].of",
    "entities[0].fields[1].to",
  ]);
});

test("a block without a name is none that a default could have", () => {
  const fields = [{ name: "text", type: "text" }];
  const parts = { name: "parts", type: "blocks", blocks: [{ fields }, { name: "quote", fields }], default: [{ _type: "qoute" }] };

  const result = validateConfig(site({ entities: [{ name: "article", fields: [parts] }] }));

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    "Add this: it must be a text.",
    'Correct this default: "qoute" must be one of quote.',
  ]);
});

test("an entity without a name is not among the names that other messages list", () => {
  const article = { name: "article", fields: [{ name: "writer", type: "relation", to: "autor" }] };

  const result = validateConfig(site({ entities: [{ fields: [] }, article] }));

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    "Add this: it must be a text.",
    'Name one of the entities "_user", "_image", "_video", "_file" or "article": there is no "autor".',
  ]);
});

test("a field without a name is not among the names that other messages list", () => {
  const config = site({
    entities: [{ name: "article", fields: [{ type: "text" }], indexes: [["colour", "createdAt"]] }],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { article: { read: { filter: { colour: 1 }, fields: { exclude: ["colour"] } } } } },
    ],
  });
  const names = '"id", "_type", "createdAt", "updatedAt", "publishedAt", "_createdBy" or "_updatedBy"';

  const result = validateConfig(config);

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    "Add this: it must be a text.",
    'Name one of "createdAt", "updatedAt", "publishedAt", "_createdBy" or "_updatedBy" instead of "colour".',
    `Name a field of the entity "article": it has no field "colour", only ${names}.`,
    `Name one of ${names}: the entity "article" has no field "colour".`,
  ]);
});

test("entities and lists of relations without a name need no table", () => {
  const tags = { type: "relation", to: "article", many: true };
  const unnamed = { fields: [{ name: "tags", ...tags }] };

  const result = validateConfig(site({ entities: [unnamed, unnamed, { name: "article", fields: [tags, tags] }] }));

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual(Array(4).fill("Add this: it must be a text."));
});

test("a role without a name is none that a route could name", () => {
  const route = { name: "ping", roles: ["nobody"], handler: () => null };
  const result = validateConfig(site({ roles: [{ name: "admin", isAdmin: true }, {}], customRoutes: [route] }));

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    "Add this: it must be a text.",
    'Name one of the roles "admin": there is no "nobody".',
  ]);
});

test("routes without a name or with a wrong method are not the same as others; without roles, those of routes are not checked", () => {
  const handler = () => null;
  const unnamed = { handler };
  const wrong = { name: "ping", method: "get", roles: ["nobody"], handler };

  const result = validateConfig(site({ roles: undefined, customRoutes: [unnamed, unnamed, wrong, wrong] }));

  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual([
    "roles",
    "customRoutes[0].name",
    "customRoutes[1].name",
    "customRoutes[2].method",
    "customRoutes[3].method",
  ]);
});

test("a circular configuration is refused, without an endless loop", () => {
  const fields: unknown[] = [];
  fields.push({ name: "inner", type: "object", fields });

  const result = validateConfig(site({ entities: [{ name: "article", fields }] }));

  expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
    "Move these fields up: objects and blocks can be nested at most 5 levels deep.",
  ]);
});

test("problems are printed one per line, with their place", () => {
  expect(
    formatProblems([
      { path: "roles[0]", message: "Add it." },
      { path: "", message: "Write it." },
    ]),
  ).toBe("  roles[0]: Add it.\n  Write it.");
});
