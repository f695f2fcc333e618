/** The auth service as an HTTP handler. */
import type { RequestListener } from "node:http";
import { createApp, type AppOptions, type Log, type Metrics, type Verifier } from "@colophon/runtime";
import { mountAddresses } from "./address/address.routes.ts";
import { mountApiKeys } from "./api-keys.routes.ts";
import { mountIdentify } from "./identify/identify.routes.ts";
import { mountLogin } from "./login/login.routes.ts";
import type { AuthPorts } from "./ports.ts";
import { mountSessions } from "./sessions/sessions.routes.ts";

export interface AppPorts extends AuthPorts {
  readonly log: Log;
  readonly verifier: Verifier;
  readonly metrics?: Metrics;
  readonly actFor?: AppOptions["actFor"];
  readonly onRefused?: AppOptions["onRefused"];
}

/** The app with all of its routes. */
export function createAuthApp(ports: AppPorts): RequestListener {
  const { log, verifier, metrics, adminRoles, actFor, onRefused } = ports;
  return createApp({
    name: "auth",
    log,
    verifier,
    trustInternal: true,
    adminRoles,
    ...(metrics && { metrics }),
    ...(actFor && { actFor }),
    ...(onRefused && { onRefused }),
    routes: (router) => {
      mountLogin(router, ports);
      mountSessions(router, ports);
      mountAddresses(router, ports);
      mountApiKeys(router, ports);
      mountIdentify(router, ports);
    },
  });
}
