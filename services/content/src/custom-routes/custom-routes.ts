import { AREAS, MAX_JSON_BYTES } from "@colophon/api";
import type { CustomRouteContext } from "@colophon/config";
import type { Engine, Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import {
  methodNotAllowed,
  pathOf,
  type Log,
  type Request as HttpRequest,
  type Response as HttpResponse,
  type Router,
} from "@colophon/runtime";
import { withDeadline } from "../hooks/deadline.ts";
import { jsonTextOf } from "../hooks/plain-values.ts";
import { runProjectCode, type DbScope, type OpenDb } from "../hooks/project-code.ts";
import { callOf, originOf } from "../http/request.ts";
import { toWebRequest } from "./web-request.ts";
import { isResponse, sendResponse } from "./web-response.ts";

const RESPONSE_LIMITS = { maxBytes: 100 * 1024 * 1024, idleMs: 10_000, totalMs: 120_000 };

type Handler = Schema["config"]["customRoutes"][number];

export interface CustomRouteDependencies {
  readonly engine: Engine;
  readonly openDb: OpenDb;
  readonly log: Log;
}

/** `/api/custom/:name`: the project's own routes, for admins and the roles that each route lists. */
export function mountCustomRoutes(router: Router, { engine, openDb, log }: CustomRouteDependencies): void {
  const { schema } = engine;
  const routes = routesByName(schema);

  router.all("/api/custom/:name", async (req, res) => {
    const route = routeOf(routes, req);
    const call = callOf(engine, req);
    const isAdmin = schema.roles.get(call.role)?.isAdmin ?? false;
    if (!isAdmin && !route.roles.includes(call.role)) throw new AppError("FORBIDDEN");

    const scope: DbScope = { ended: false };
    const late = () => new AppError("SERVICE_UNAVAILABLE", "This route took too long");
    try {
      const result = await withDeadline(AREAS.custom.budgetMs, late, async (signal) => {
        const until = AbortSignal.any([signal, closedSignal(res)]);
        const request = await toWebRequest(req, { origin: originOf(req), signal: until, maxBodyBytes: MAX_JSON_BYTES });
        const context: CustomRouteContext = {
          req: request,
          user: call.user,
          role: call.role,
          db: openDb(call, scope),
          log: log.child({ requestId: call.requestId, route: route.name }),
        };
        return runProjectCode(`route ${route.method} ${route.name}`, () => answerOf(route, context));
      });
      await send(result, req, res, log);
    } finally {
      scope.ended = true;
    }
  });
}

/** Aborts when the caller disconnects before the answer is complete. */
function closedSignal(res: HttpResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort(new Error("the caller went away"));
  });
  return controller.signal;
}

function routesByName(schema: Schema): ReadonlyMap<string, ReadonlyMap<string, Handler>> {
  const routes = new Map<string, Map<string, Handler>>();
  for (const route of schema.config.customRoutes) {
    const methods = routes.get(route.name) ?? new Map<string, Handler>();
    routes.set(route.name, methods.set(route.method, route));
  }
  return routes;
}

function routeOf(routes: ReturnType<typeof routesByName>, req: HttpRequest): Handler {
  const methods = routes.get(String(req.params["name"]));
  if (!methods) throw new AppError("NOT_FOUND");
  const route = methods.get(req.method === "HEAD" ? "GET" : req.method);
  if (route) return route;
  throw methodNotAllowed([...methods.keys()]);
}

/** The handler's answer. An error is a bug of the project and becomes a generic 500, except for an unavailable database. */
async function answerOf(route: Handler, context: CustomRouteContext): Promise<unknown> {
  try {
    return await route.handler(context);
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "SERVICE_UNAVAILABLE") throw cause;
    throw new Error(`the handler of custom route ${route.method} ${route.name} failed`, { cause });
  }
}

async function send(result: unknown, req: HttpRequest, res: HttpResponse, log: Log): Promise<void> {
  const response = isResponse(result) ? result : plainResponse(result);
  try {
    await sendResponse(response, res, { ...RESPONSE_LIMITS, head: req.method === "HEAD" });
  } catch (error) {
    if (!res.headersSent) throw error;
    log.warn({ err: error, path: pathOf(req) }, "the answer of a custom route was interrupted");
    res.destroy();
  }
}

function plainResponse(value: unknown): Response {
  if (value === undefined) return new Response(null, { status: 204 });
  return new Response(jsonTextOf(value), { headers: { "content-type": "application/json; charset=utf-8" } });
}
