/** Signing in, sessions and API keys. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Operation, Paths } from "./contract.ts";
import { schemaRef } from "./contract.ts";
import { ID_ONLY, taggedOperation, type OperationParts } from "./operations.ts";
import { pathId, query } from "./parameters.ts";
import { dataOf, json } from "./responses.ts";

const TEXT: JsonSchema = { type: "string" };
const ID: JsonSchema = { type: "string", format: "uuid" };
const TIME: JsonSchema = { type: "string", format: "date-time" };
const TIME_OR_NULL: JsonSchema = { type: ["string", "null"], format: "date-time" };

function all(properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) };
}

/** Schemas of users, sessions and keys. */
export function authSchemas(): Record<string, JsonSchema> {
  const key = { id: ID, name: TEXT, keyPrefix: { ...TEXT, pattern: "^cms_" }, role: TEXT };
  const session = { id: ID, createdAt: TIME, lastUsedAt: TIME, expiresAt: TIME };
  return {
    SessionUser: all({ id: ID, email: TEXT, name: TEXT, role: TEXT }),
    Session: all({ ...session, userAgent: { type: ["string", "null"] }, ip: { type: ["string", "null"] }, current: { type: "boolean" } }),
    Caller: all(
      {
        user: { anyOf: [schemaRef("SessionUser"), { type: "null" }], description: "Null for an API key." },
        role: TEXT,
        isAdmin: { type: "boolean" },
        expiresAt: TIME,
      },
      ["expiresAt"],
    ),
    ApiKey: all({ ...key, expiresAt: TIME_OR_NULL, lastUsedAt: TIME_OR_NULL, createdAt: TIME }),
    NewApiKey: all({ ...key, key: { ...TEXT, description: "The key itself, shown this once." }, expiresAt: TIME }, ["expiresAt"]),
  };
}

function auth(parts: OperationParts): Operation {
  return taggedOperation("auth", parts);
}

/** Open to everybody; credentials that are sent along still count. */
function open(parts: OperationParts): Operation {
  return { ...auth(parts), security: [{}] };
}

const USER = dataOf(all({ user: schemaRef("SessionUser") }));

const LOGIN: Paths = {
  "/api/auth/request": {
    post: open({
      id: "auth.request",
      summary: "Ask for a code by mail",
      description: "The answer is the same whether or not a user has this address.",
      body: { schema: all({ email: TEXT }), example: { email: "someone@example.com" } },
      answers: { "200": json("A request that a code belongs to", dataOf(all({ authRequestId: TEXT, expiresAt: TIME }))) },
    }),
  },
  "/api/auth/create": {
    post: open({
      id: "auth.create",
      summary: "Sign in with the mailed code",
      body: {
        schema: all({ authRequestId: TEXT, code: TEXT }),
        example: { authRequestId: "01890a5d-ac96-774b-bcce-b302099a8057", code: "123456" },
      },
      answers: { "200": json("The user who has signed in", USER, { cookie: true }) },
    }),
  },
  "/api/auth/logout": {
    post: open({
      id: "auth.logout",
      summary: "Sign out",
      parameters: [query("all", { type: "boolean", default: false }, "Ends every session of the user.")],
      answers: { "200": json("Signed out", dataOf(all({ success: { const: true } })), { cookie: true }) },
    }),
  },
};

const SESSIONS: Paths = {
  "/api/auth/me": {
    get: auth({ id: "auth.me", summary: "Who am I?", answers: { "200": json("The caller", dataOf(schemaRef("Caller"))) } }),
  },
  "/api/auth/refresh": {
    post: auth({
      id: "auth.refresh",
      summary: "Extend the session",
      answers: { "200": json("The session", dataOf(all({ user: schemaRef("SessionUser"), expiresAt: TIME })), { cookie: true }) },
    }),
  },
  "/api/auth/sessions": {
    get: auth({
      id: "auth.sessions",
      summary: "The caller's sessions",
      answers: { "200": json("The sessions, newest first", dataOf({ type: "array", items: schemaRef("Session") })) },
    }),
  },
  "/api/auth/sessions/{id}": {
    delete: auth({
      id: "auth.endSession",
      summary: "End one of the caller's sessions",
      parameters: [pathId("id", "The session's id.")],
      answers: { "200": json("The id", dataOf(ID_ONLY), { cookie: true }) },
      refuses: [404],
    }),
  },
};

const NEW_KEY: JsonSchema = {
  ...all({ name: { ...TEXT, minLength: 1, maxLength: 200 }, role: TEXT, expiresAt: TIME_OR_NULL }, ["expiresAt"]),
};

function keyPaths(role: string): Paths {
  const admins = "For people who are signed in as an admin; API keys are refused.";
  const keys = (parts: OperationParts) => taggedOperation("API keys", { description: admins, ...parts });
  return {
    "/api/_api-keys": {
      get: keys({
        id: "auth.listApiKeys",
        summary: "List API keys",
        answers: { "200": json("The keys", dataOf({ type: "array", items: schemaRef("ApiKey") })) },
      }),
      post: keys({
        id: "auth.createApiKey",
        summary: "Make an API key",
        body: { schema: NEW_KEY, example: { name: "Website", role } },
        answers: { "201": json("The key, shown this once", dataOf(schemaRef("NewApiKey"))) },
      }),
    },
    "/api/_api-keys/{id}": {
      delete: keys({
        id: "auth.revokeApiKey",
        summary: "Revoke an API key",
        parameters: [pathId("id", "The key's id.")],
        answers: { "200": json("The id", dataOf(ID_ONLY)) },
        refuses: [404],
      }),
    },
  };
}

/** The routes of the auth service. @param role - a role for examples. */
export function authPaths(role: string): Paths {
  return { ...LOGIN, ...SESSIONS, ...keyPaths(role) };
}
