/** Schema and role → OpenAPI 3.1: every route that the role may call, with the actual shapes of its records. */
import type { JsonSchema } from "@colophon/model";
import { componentSchemas } from "@colophon/api";
import { viewOf, type Schema } from "@colophon/engine";
import { bulkPaths, bulkSchemas } from "./paths/bulk-paths.ts";
import type { Audience, Description, Paths, DescribedEntity } from "./contract.ts";
import { presencePaths, usagesPaths, recordLogPaths, trashPaths } from "./paths/record-paths.ts";
import { entityPaths } from "./paths/entity-paths.ts";
import { filterSchemas } from "./filters.ts";
import { fixedPaths } from "./paths/fixed-paths.ts";
import { titleOf } from "./names.ts";
import { parameterComponents } from "./parameters.ts";
import { recordSchemas } from "./record-schemas.ts";
import { errorResponses, errorSchemas, headerComponents } from "./responses.ts";
import { translateSchemas, versionPaths } from "./paths/version-paths.ts";
import { webhookEvents } from "./webhook-events.ts";

const ABOUT = `The content API of this project. Every answer is JSON: \`{ data }\` or \`{ error }\`.

This description contains only what the caller's role may read and do. In addition to the schemas, a body is refused (400) if it contains texts with
NUL characters or unpaired surrogates, numbers that a double can't represent, ids of records that don't exist, or addresses with an impossible
host, or if it violates the project's own rules. \`details\` names each invalid field. Texts are stored in Unicode's normal form C; lengths are
counted in this form.

HEAD returns the same as GET, without a body. Sign in at \`/api/auth/request\` and \`/api/auth/create\` for a session cookie, or send an API key.`;

const SECURITY_SCHEMES = {
  apiKey: { type: "http", scheme: "bearer", bearerFormat: "cms_…", description: "An API key; requests run as the key's role." },
  session: { type: "apiKey", in: "cookie", name: "cms_session", description: "Set by `POST /api/auth/create`." },
};

/** Of the API; the content that it serves belongs to the project. */
const LICENSE = { name: "MIT", identifier: "MIT" };

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
const TAGS = [
  { name: "assets", description: "Uploaded files and transformed images." },
  { name: "search", description: "One search over all entities." },
  { name: "auth", description: "Sign-in with a code that is sent by mail, and sessions." },
  { name: "API keys", description: "Keys for programs. Each key has one role." },
  { name: "events", description: "The changes of records, as they happen." },
  { name: "webhooks", description: "Other servers that are told about changes, and the deliveries to them." },
  { name: "jobs", description: "The project's own work at regular times, and its last runs." },
  { name: "audit", description: "Who changed what." },
  { name: "service", description: "The service itself: health, configuration, API description." },
];

const LIST_META: JsonSchema = {
  type: "object",
  properties: {
    total: { type: "integer", minimum: 0, description: "Absent with `count=false`." },
    totalEstimated: { type: "boolean", enum: [true], description: "The total is an estimate. `count=exact` waits for the exact total." },
    limit: { type: "integer", minimum: 0 },
    offset: { type: "integer", minimum: 0 },
    nextCursor: { type: ["string", "null"], description: "With `cursor`; null on the last page." },
  },
  required: ["limit", "offset"],
};

function merged<Value>(parts: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  return Object.assign({}, ...parts) as Record<string, Value>;
}

function tagsOf(schema: Schema, paths: Paths): Description["tags"] {
  const used = new Set(Object.values(paths).flatMap((pathItem) => METHODS.flatMap((method) => pathItem[method]?.tags ?? [])));
  const own = [...schema.entities.values()].map((entity) => ({ name: entity.name, description: titleOf(schema, entity) }));
  return [...own, ...TAGS].filter(({ name }) => used.has(name));
}

function audienceOf(schema: Schema, role: string): Audience {
  const { isAdmin = false } = schema.roles.get(role) ?? {};
  const views = [...schema.entities.values()].map((entity) => [entity.name, viewOf(schema, role, entity)] as const);
  return { schema, isAdmin, isPublic: role === schema.publicRole, views: new Map(views) };
}

/** The components of fixed routes; a key's role is one of the project's. */
function fixedSchemas({ roles }: Schema): Record<string, JsonSchema> {
  const { KeyRequest, ...schemas } = componentSchemas();
  const { properties = {} }: { readonly properties?: Readonly<Record<string, JsonSchema>> } = KeyRequest ?? {};
  return {
    ...schemas,
    KeyRequest: { ...KeyRequest, properties: { ...properties, role: { ...properties["role"], enum: [...roles.keys()] } } },
  };
}

/** The title of the description and its explorer. */
export function siteTitle({ config }: Schema): string {
  return (config.admin && config.admin.title) || "Colophon";
}

/**
 * Describes the HTTP API as one role may use it: no operation, entity or field that it has no permission for. The project's custom routes
 * are left out.
 */
export function describe(schema: Schema, role: string): Description {
  const audience = audienceOf(schema, role);
  const described = [...audience.views.values()].map((view): DescribedEntity => ({ ...audience, ...view }));
  const title = siteTitle(schema);
  const paths: Paths = {
    ...merged(described.map(entityPaths)),
    ...merged(described.map(bulkPaths)),
    ...merged(described.map(versionPaths)),
    ...merged(described.map(presencePaths)),
    ...merged(described.map(trashPaths)),
    ...merged(described.map(usagesPaths)),
    ...merged(described.map(recordLogPaths)),
    ...fixedPaths(audience),
  };
  return withUsedComponents({
    openapi: "3.1.0",
    info: { title, version: "1", description: ABOUT, contact: { name: title }, license: LICENSE },
    servers: [{ url: "/" }],
    security: [{ session: [] }, { apiKey: [] }, ...(audience.isPublic ? [{}] : [])],
    tags: tagsOf(schema, paths),
    paths,
    ...webhookEvents(audience),
    components: {
      schemas: {
        ...merged(described.map(recordSchemas)),
        ...merged(described.map(bulkSchemas)),
        ListMeta: LIST_META,
        ...translateSchemas(schema),
        ...errorSchemas(),
        ...fixedSchemas(schema),
        ...filterSchemas(),
      },
      parameters: parameterComponents(),
      headers: headerComponents(schema.config.cache.public !== undefined),
      responses: errorResponses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  });
}

/** Unused components are of no use to a reader, and could name what it can't see. */

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "$ref" && typeof member === "string") yield member;
    else yield* referencesIn(member);
  }
}

/** The description without components that its paths and webhooks don't refer to. */
function withUsedComponents(description: Description): Description {
  const { components } = description;
  const used = new Set<string>();
  const waiting = [...referencesIn([description.paths, description.webhooks])];
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    if (used.has(reference)) continue;
    used.add(reference);
    const [, , kind = "", name = ""] = reference.split("/");
    waiting.push(...referencesIn(components[kind as keyof typeof components][name]));
  }
  const kept = Object.entries(components).map(([kind, named]) => {
    const isUsed = ([name]: [string, object]) => kind === "securitySchemes" || used.has(`#/components/${kind}/${name}`);
    return [kind, Object.fromEntries(Object.entries(named).filter(isUsed))];
  });
  return { ...description, components: Object.fromEntries(kept) as Description["components"] };
}
