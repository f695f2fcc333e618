/** Schema → OpenAPI 3.1: every route that the configuration brings about, with the real shapes of its records. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Entity, Schema } from "../types.ts";
import { assetPaths } from "./asset-paths.ts";
import { authPaths, authSchemas } from "./auth-paths.ts";
import type { Paths } from "./contract.ts";
import { entityPaths } from "./entity-paths.ts";
import { filterSchemas } from "./filters.ts";
import { historySchemas } from "./history-paths.ts";
import { titleOf } from "./names.ts";
import { parameterComponents } from "./parameters.ts";
import { recordSchemas } from "./record-schemas.ts";
import { errorResponses, errorSchemas, headerComponents } from "./responses.ts";
import { servicePaths } from "./service-paths.ts";
import { scheduleSchemas, versionPaths } from "./version-paths.ts";

/** An OpenAPI 3.1 document, plain JSON. */
export interface Description {
  readonly openapi: string;
  readonly info: Readonly<{ title: string; version: string; description: string }>;
  readonly servers: readonly Readonly<{ url: string }>[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly Readonly<{ name: string; description?: string }>[];
  readonly paths: Paths;
  readonly components: Readonly<
    Record<"schemas" | "parameters" | "headers" | "responses" | "securitySchemes", Readonly<Record<string, object>>>
  >;
}

const ABOUT = `Content, served as this project's configuration says. Every answer is JSON: \`{ data }\`, or \`{ error }\`.

HEAD answers as GET without a body. Sign in at \`/api/auth/request\` and \`/api/auth/create\` for a session cookie, or send an API key.`;

const SECURITY_SCHEMES = {
  apiKey: { type: "http", scheme: "bearer", bearerFormat: "cms_…", description: "An API key; it acts as the role that it was made with." },
  session: { type: "apiKey", in: "cookie", name: "cms_session", description: "Set by `POST /api/auth/create`." },
};

const LIST_META: JsonSchema = {
  type: "object",
  properties: {
    total: { type: "integer", minimum: 0, description: "Left out with `count=false`." },
    limit: { type: "integer", minimum: 0 },
    offset: { type: "integer", minimum: 0 },
    nextCursor: { type: ["string", "null"], description: "With `cursor`; null on the last page." },
  },
  required: ["limit", "offset"],
};

function merged<Value>(parts: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  return Object.assign({}, ...parts) as Record<string, Value>;
}

function tagsOf(schema: Schema, entities: readonly Entity[]): Description["tags"] {
  const own = entities.map((entity) => {
    const title = titleOf(schema, entity);
    return { name: entity.name, ...(title !== entity.name && { description: title }) };
  });
  return [...own, ...["assets", "search", "auth", "API keys", "service"].map((name) => ({ name }))];
}

/** Describes the whole HTTP interface; the project's custom routes are its own and left out. */
export function describe(schema: Schema): Description {
  const entities = [...schema.entities.values()];
  const subjects = entities.map((entity) => ({ schema, entity }));
  const roles = [...schema.roles.values()];
  const role = roles.find((one) => !one.isAdmin && !one.public) ?? roles.find((one) => one.isAdmin);
  const title = schema.config.admin?.["title"];
  return {
    openapi: "3.1.0",
    info: { title: typeof title === "string" ? title : "Colophon", version: "1", description: ABOUT },
    servers: [{ url: "/" }],
    security: [{ session: [] }, { apiKey: [] }, ...(schema.publicRole === null ? [] : [{}])],
    tags: tagsOf(schema, entities),
    paths: {
      ...merged(subjects.map(entityPaths)),
      ...merged(subjects.map(versionPaths)),
      ...assetPaths(schema),
      ...authPaths(role?.name ?? "admin"),
      ...servicePaths(schema),
    },
    components: {
      schemas: {
        ...merged(subjects.map(recordSchemas)),
        ListMeta: LIST_META,
        ...historySchemas(),
        ...scheduleSchemas(),
        ...errorSchemas(),
        ...authSchemas(),
        ...filterSchemas(),
      },
      parameters: parameterComponents(),
      headers: headerComponents(),
      responses: errorResponses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
