/** The auth service as an Express app: four groups of routes over four services. */
import type { ApiKeys } from "@colophon/credentials";
import { createApp, type Log, type Metrics, type Verifier } from "@colophon/runtime";
import type { Express } from "express";
import { mountApiKeys } from "./api-keys.routes.ts";
import type { Credentials } from "./credentials.service.ts";
import { mountIdentify } from "./identify.routes.ts";
import { mountLogin } from "./login.routes.ts";
import type { Login } from "./login.service.ts";
import { mountSessions } from "./sessions.routes.ts";
import type { Sessions } from "./sessions.service.ts";

export interface AuthPorts {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly credentials: Credentials;
  /** The names of the configured roles, and of those that are admins. */
  readonly roles: ReadonlySet<string>;
  readonly adminRoles: ReadonlySet<string>;
  /** Makes every gateway forget whom it has identified; after anything that ends a credential. */
  readonly revoke: () => Promise<void>;
  /** Marks cookies `Secure` also where the request came over http. */
  readonly cookieSecure: boolean;
}
export interface AppPorts extends AuthPorts {
  readonly log: Log;
  readonly verifier: Verifier;
  readonly metrics?: Metrics;
}

/** The app with all of its routes. Every answer, refusals too, is `no-store`. */
export function createAuthApp(ports: AppPorts): Express {
  const { log, verifier, metrics } = ports;
  return createApp({
    name: "auth",
    log,
    verifier,
    trustInternal: true,
    errorCache: "no-store",
    ...(metrics && { metrics }),
    routes: (router) => {
      mountLogin(router, ports);
      mountSessions(router, ports);
      mountApiKeys(router, ports);
      mountIdentify(router, ports);
    },
  });
}
