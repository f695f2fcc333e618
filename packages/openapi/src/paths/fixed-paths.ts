/** The fixed routes that the description shows to a role. */
import type { JsonSchema } from "@colophon/model";
import {
  IF_NONE_MATCH,
  keyRequest,
  METHODS,
  routes,
  toJsonSchema,
  type Answer,
  type Made,
  type Parameter,
  type Route,
} from "@colophon/api";
import type { Operation as RouteOperation } from "@colophon/api";
import { isAssetEntity } from "@colophon/config";
import type { EntityView } from "@colophon/engine";
import type { Audience, MediaType, Operation, ParameterObject, PathItem, Paths, Reference, ResponseObject } from "../contract.ts";
import { headerRef, parameterRef } from "../contract.ts";
import { madeSchema } from "../made-schemas.ts";
import { taggedOperation } from "../operations.ts";
import { dataOf, json, USUAL_HEADERS } from "../responses.ts";

/** The routes that are the same in every project, for this role. */
export function fixedPaths(audience: Audience): Paths {
  const shown = Object.values<Route>(routes).filter((route) => isShown(route, audience));
  return Object.fromEntries(shown.map((route) => [route.path, pathItem(route, audience)]));
}

const SHOWN: Readonly<Record<NonNullable<Route["shownTo"]>, (audience: Audience) => boolean>> = {
  callers: ({ isPublic }) => !isPublic,
  uploaders: ({ views }) => assetsIn(views).some(({ uploads }) => uploads),
  "readers of assets": ({ views }) => assetsIn(views).some(({ reads }) => reads !== null),
  "sites with public file URLs": ({ schema }) => schema.config.storage.publicUrl !== undefined,
  "sites with events": ({ schema }) => schema.config.events,
  "sites with an audit log": ({ schema }) => schema.config.audit !== false,
};

function isShown({ shownTo, auth }: Route, audience: Audience): boolean {
  if (auth === "admin" && !audience.isAdmin) return false;
  return shownTo === undefined || SHOWN[shownTo](audience);
}

function assetsIn(views: Audience["views"]): readonly EntityView[] {
  return [...views.values()].filter(({ entity }) => isAssetEntity(entity.name));
}

function pathItem(route: Route, audience: Audience): PathItem {
  const methods = METHODS.flatMap((method) => {
    const own = route.methods[method];
    return own ? [[method.toLowerCase(), operationOf(route, own, audience)]] : [];
  });
  return Object.fromEntries(methods);
}

const SECURITY: Readonly<Record<Route["auth"], Operation["security"]>> = {
  anyone: [{}],
  role: undefined,
  caller: [{ session: [] }, { apiKey: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

function operationOf(route: Route, own: RouteOperation, audience: Audience): Operation {
  const { id, summary, description, parameters = [], body, answers, refuses = [] } = own;
  const security = SECURITY[route.auth];
  const operation = taggedOperation(route.tag, {
    id,
    summary,
    ...(description !== undefined && { description }),
    ...(security && { security }),
    parameters: parameters.map((parameter) => parameterOf(parameter, audience)),
    ...(body && { body: mediaOf(body, audience), bodyType: route.body === "upload" ? "multipart/form-data" : "application/json" }),
    answers: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, audience)])),
    refuses,
  });
  return route.upstream === "gateway" ? { ...operation, responses: ofGateway(answers) } : operation;
}

function parameterOf(parameter: Parameter, { schema }: Audience): ParameterObject | Reference {
  if (parameter === IF_NONE_MATCH) return parameterRef("IfNoneMatch");
  const { made, ...own } = parameter;
  return made === "locale" ? { ...own, schema: { ...own.schema, enum: schema.config.locales } } : own;
}

/** The example of a role's name is one of the project's roles. */
function mediaOf({ shape, example }: NonNullable<RouteOperation["body"]>, { schema }: Audience): MediaType {
  const roles = [...schema.roles.values()];
  const role = roles.find((role) => !role.isAdmin && !role.public) ?? roles.find((role) => role.isAdmin);
  const named = shape === keyRequest ? { ...example, role: role?.name ?? "admin" } : example;
  return { schema: toJsonSchema(shape), ...(named && { example: named }) };
}

function answerOf({ description, data, json: whole, type, etag, cookie, example }: Answer, audience: Audience): ResponseObject {
  const extras = { ...(etag && { etag }), ...(cookie && { cookie }), ...(example !== undefined && { example }) };
  if (data) return json(description, dataOf(schemaOf(data, audience)), extras);
  if (whole) return json(description, schemaOf(whole, audience), extras);
  const headers = { ...USUAL_HEADERS, ...(etag && { ETag: headerRef("ETag") }) };
  return { description, headers, ...(type && { content: { [type]: { schema: type === "*/*" ? {} : { type: "string" } } } }) };
}

function schemaOf(shape: NonNullable<Answer["data"]>, audience: Audience): JsonSchema {
  return isMade(shape) ? madeSchema(shape.made, audience) : toJsonSchema(shape);
}

function isMade(shape: object): shape is Made {
  return "made" in shape;
}

/** The gateway's own answers have no rate limit headers. */
function ofGateway(answers: RouteOperation["answers"]): Operation["responses"] {
  const own = Object.entries(answers).map(([status, { description, type = "text/plain", example }]) => [
    status,
    { description, content: { [type]: { schema: { type: "string" }, example } } },
  ]);
  const refusal = { $ref: "#/components/responses/Error" };
  return { ...Object.fromEntries(own), "4XX": refusal, default: refusal };
}
