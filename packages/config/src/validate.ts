import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import type { Config, ConfigDefinition, EntityDefinition } from "./define.ts";
import { frozenCopy } from "./freeze.ts";
import { applyPlugins } from "./plugins/apply.ts";
import { createReport, type IssuePath, type Problem } from "./problems.ts";
import { checkEntityAdmin } from "./rules/admin/admin-entity.ts";
import { checkFieldAdmin } from "./rules/admin/admin-field.ts";
import { checkSiteAdmin } from "./rules/admin/admin-site.ts";
import { checkRelations, createCatalog } from "./rules/catalog.ts";
import { readEntities } from "./rules/entities.ts";
import { adminOptions, callable } from "./rules/field-shapes.ts";
import { checkJobs } from "./rules/jobs.ts";
import { checkReverses } from "./rules/reverse.ts";
import { checkSlugs } from "./rules/slugs.ts";
import { readRoles } from "./rules/roles.ts";
import { CACHE_SHAPE, checkAudit, checkCors, checkLocales, checkRoutes } from "./rules/site.ts";
import { checkStorage } from "./rules/storage.ts";
import { checkWebhooks } from "./rules/webhooks.ts";
import { readShape } from "./shape.ts";

/** Either the configuration with its defaults, frozen, or all its problems. */
export type ValidationResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const DEFAULT_LOCALES: readonly string[] = ["en"];
const DAY_SECONDS = 86_400;
const AUDIT_DAYS = 365;
const JOB_SECONDS = 60;
const TOP_SHAPE = z.strictObject({
  plugins: z.array(callable("plugin")).optional(),
  locales: z.array(z.string()).min(1).optional(),
  defaultLocale: z.string().optional(),
  cors: z.unknown().optional(),
  cache: z.unknown().optional(),
  storage: z.unknown().optional(),
  entities: z.array(z.unknown()),
  roles: z.array(z.unknown()),
  admin: adminOptions({ orFalse: true }).optional(),
  customRoutes: z.array(z.unknown()).optional(),
  webhooks: z.array(z.unknown()).optional(),
  jobs: z.array(z.unknown()).optional(),
  events: z.boolean().optional(),
  audit: z.unknown().optional(),
  openapi: z.boolean().optional(),
});

/**
 * Checks a configuration file's content with the additions of its plugins. Every mistake is reported at its path: first those of each part,
 * then those between parts, as far as the parts could be read.
 *
 * @throws CronParserMissing if a job has a `cron` and `loadCronParser` was not called.
 */
export function validateConfig(input: unknown): ValidationResult {
  const { root, problems } = createReport();
  const top = readShape(TOP_SHAPE, input, root, "the configuration");
  if (problems.length > 0 || !top?.plugins?.length) return check(input, root, problems);
  // The top level has the right shape, which plugins may rely on.
  const { config, named } = applyPlugins(input as ConfigDefinition, root.at("plugins"));
  const result = check(config, root, problems);
  return result.ok ? result : { ok: false, problems: result.problems.map(named) };
}

function check(input: unknown, root: IssuePath, problems: readonly Problem[]): ValidationResult {
  const top = readShape(TOP_SHAPE, input, root, "the configuration");
  if (top === null) return { ok: false, problems };
  const locales = top.locales ?? (isPlainObject(input) && input["locales"] === undefined ? DEFAULT_LOCALES : null);
  if (locales !== null) checkLocales(locales, top.defaultLocale, root);
  if (top.cors !== undefined) checkCors(top.cors, root.at("cors"));
  if (top.cache !== undefined) readShape(CACHE_SHAPE, top.cache, root.at("cache"), "cache");
  if (top.audit !== undefined) checkAudit(top.audit, root.at("audit"));
  if (top.storage !== undefined) checkStorage(top.storage, root.at("storage"));
  const entities = readEntities(top.entities ?? [], root.at("entities"));
  const catalog = createCatalog(entities);
  checkRelations(entities, catalog);
  checkReverses(entities, catalog);
  checkSlugs(entities, catalog);
  for (const entity of entities) {
    checkFieldAdmin(entity.fields);
    checkEntityAdmin(entity, { catalog, routes: top.customRoutes ?? [] });
  }
  checkSiteAdmin(top.admin, root.at("admin"), catalog);
  const roles = top.roles === undefined ? null : readRoles(top.roles, root.at("roles"), catalog);
  checkRoutes(top.customRoutes ?? [], root.at("customRoutes"), roles);
  const hasPublicRole = (top.roles ?? []).some((role) => isPlainObject(role) && role["public"] === true);
  checkWebhooks(top.webhooks ?? [], root.at("webhooks"), { catalog, roles, hasPublicRole });
  checkJobs(top.jobs ?? [], root.at("jobs"));
  // Nothing was reported, so the input has its declared type.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: complete(input as ConfigDefinition) };
}

function complete({ plugins: _, ...definition }: ConfigDefinition): Config {
  const locales = definition.locales ?? DEFAULT_LOCALES;
  return frozenCopy({
    ...definition,
    entities: withEmbeds(definition.entities),
    locales,
    defaultLocale: definition.defaultLocale ?? locales[0] ?? "en",
    cors: definition.cors ?? { origins: [] },
    cache: withDefaults(definition.cache),
    storage: definition.storage ?? { adapter: "local" },
    customRoutes: (definition.customRoutes ?? []).map((route) => ({ ...route, method: route.method ?? "GET", roles: route.roles ?? [] })),
    webhooks: definition.webhooks ?? [],
    jobs: (definition.jobs ?? []).map((job) => ({ ...job, timeoutSeconds: job.timeoutSeconds ?? JOB_SECONDS })),
    events: definition.events ?? true,
    audit: definition.audit !== false && { days: AUDIT_DAYS, values: false, ...definition.audit },
    openapi: definition.openapi ?? false,
  });
}

function withDefaults({ public: given }: NonNullable<ConfigDefinition["cache"]> = {}): Config["cache"] {
  if (!given) return {};
  const { maxAge, staleWhileRevalidate = 0, staleIfError = DAY_SECONDS } = given;
  return { public: { maxAge, staleWhileRevalidate, staleIfError } };
}

/** The entities with `embeds` in every document that lacks it: all collections of the project. */
function withEmbeds(entities: readonly EntityDefinition[]): readonly EntityDefinition[] {
  const collections = entities.filter(({ global }) => !global).map(({ name }) => name);
  return entities.map((entity) => ({ ...entity, fields: entity.fields.map((field) => embedding(field, collections)) }));
}

function embedding<T>(definition: T, collections: readonly string[]): T {
  if (!isPlainObject(definition)) return definition;
  const inside = (list: readonly unknown[]) => list.map((value) => embedding(value, collections));
  const { type, format, embeds, fields, of, blocks } = definition;
  const isDocument = type === "richtext" && format === "document";
  return {
    ...definition,
    ...(isDocument && embeds === undefined && { embeds: collections }),
    ...(Array.isArray(fields) && { fields: inside(fields) }),
    ...(isPlainObject(of) && { of: embedding(of, collections) }),
    ...(Array.isArray(blocks) && { blocks: inside(blocks) }),
  };
}
