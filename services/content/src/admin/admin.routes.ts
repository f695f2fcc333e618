import { routes } from "@colophon/api";
import { namesOfUsers, type Database } from "@colophon/database";
import { parseNoQuery, type Engine, type Schema } from "@colophon/engine";
import { searchOf, sendJson, serve, type Log, type Router } from "@colophon/runtime";
import { callerAnswer, createByRole } from "../http/by-role.ts";
import type { Call } from "../http/calls.ts";
import { callOf } from "../http/request.ts";
import { adminConfigFor } from "./admin-config.ts";
import { sidebarOf } from "./site-admin.ts";

interface Ports {
  readonly engine: Engine;
  readonly database: Database;
  readonly log: Log;
}

/** `GET /api/admin/config`, for signed-in users and API keys. */
export function mountAdmin(router: Router, { engine, database, log }: Ports): void {
  const { schema } = engine;
  const configOf = createByRole(schema, (role) => adminConfigFor(schema, role));

  serve(router, routes.adminConfig, {
    GET: async (req, res) => {
      parseNoQuery(searchOf(req));
      const call = callOf(engine, req);
      const [caller, sidebar] = await Promise.all([callerIn(call, { schema, database }), sidebarOf({ schema, log }, call)]);
      const config = configOf(call.role);
      const admin = sidebar === null ? config.admin : { ...config.admin, sidebar };
      sendJson(req, res, callerAnswer({ data: { ...config, admin, caller } }));
    },
  });
}

/** The caller, in the form of `GET /api/auth/me`. */
async function callerIn({ user, role }: Call, { schema, database }: { readonly schema: Schema; readonly database: Database }) {
  const names = user && (await namesOfUsers(database, [user.id]));
  const isAdmin = schema.roles.get(role)?.isAdmin === true;
  return { user: user && { id: user.id, email: user.email, name: names?.get(user.id) ?? "", role }, role, isAdmin };
}
