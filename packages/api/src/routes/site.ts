/** Routes without an entity: search, the configuration, the API description, health; and the project's own routes. */
import { DEFAULT_SEARCH_RESULTS, MAX_SEARCH_RESULTS, type JsonSchema } from "@colophon/model";
import { AREAS } from "../areas.ts";
import { IF_NONE_MATCH, query, SOUGHT_TEXT } from "../parameters.ts";
import { adminConfig } from "../shapes/admin-config.ts";
import { route, type Route } from "../route.ts";

const TEXT: JsonSchema = { type: "string" };
const UNCHANGED = { description: "Not modified", etag: true } as const;

const SEARCH_ANSWER =
  "The hits, as `{ query, results: [{ entity, global, document }] }`. A `document` has `id`, `_entity`, `createdAt`, `updatedAt`, the `locale` of translatable entities, and the searched fields that the caller may read.";

export const siteRoutes = {
  search: route(AREAS.search, {
    path: "/api/search",
    tag: "search",
    methods: {
      GET: {
        id: "search.find",
        summary: "Search all entities",
        parameters: [
          {
            ...query("q", SOUGHT_TEXT, "Text that occurs somewhere in a searched field."),
            required: true,
          },
          query(
            "limit",
            { type: "integer", default: DEFAULT_SEARCH_RESULTS },
            `Results of each entity, brought into 1 to ${MAX_SEARCH_RESULTS}.`,
          ),
          { ...query("locale", TEXT, "Only records in this language, and those of entities without languages."), made: "locale" },
        ],
        answers: { 200: { description: SEARCH_ANSWER, json: { made: "SearchAnswer" }, example: { query: "text", results: [] } } },
      },
    },
  }),

  adminConfig: route(AREAS.content, {
    path: "/api/admin/config",
    auth: "caller",
    cache: "no-store",
    tag: "service",
    shownTo: "callers",
    methods: {
      GET: {
        id: "admin.config",
        summary: "The configuration, without parts that the role may not read",
        description: "`caller` describes the caller, as `GET /api/auth/me` does, without the times of the session.",
        parameters: [IF_NONE_MATCH],
        answers: {
          200: { description: "The configuration", data: adminConfig, etag: true },
          304: UNCHANGED,
        },
      },
    },
  }),

  health: {
    path: "/api/health",
    name: "health",
    upstream: "gateway",
    auth: "anyone",
    budgetMs: 500,
    tag: "service",
    methods: {
      GET: {
        id: "health.get",
        summary: "Whether every process is ready",
        description: "Not counted by the rate limit, unless the request has an API key. The key must be valid.",
        answers: {
          200: { description: "Healthy", type: "text/plain", example: "ok" },
          503: { description: "Not ready", type: "text/plain", example: "unavailable" },
        },
      },
    },
  } as const satisfies Route,

  description: route(AREAS.description, {
    path: "/openapi.json",
    tag: "service",
    methods: {
      GET: {
        id: "openapi.get",
        summary: "The API description",
        parameters: [IF_NONE_MATCH],
        answers: { 200: { description: "OpenAPI 3.1", json: { type: "object" }, etag: true }, 304: UNCHANGED },
        refuses: [404],
      },
    },
  }),

  explorer: route(AREAS.description, {
    path: "/docs",
    tag: "service",
    methods: {
      GET: {
        id: "openapi.docs",
        summary: "The API explorer",
        answers: { 200: { description: "An HTML page", type: "text/html" } },
        refuses: [404],
      },
    },
  }),
};
