import type { RequestListener } from "node:http";
import { createApp, type AppOptions, type Log, type Metrics, type Verifier } from "@colophon/runtime";
import { mountDirect, type DirectPorts } from "./direct/direct.routes.ts";
import { mountServe, type ServePorts } from "./serving/serve.routes.ts";
import { mountUpload, type UploadPorts } from "./upload/upload.routes.ts";

export interface AssetAppPorts extends ServePorts, UploadPorts, DirectPorts {
  readonly log: Log;
  readonly verifier: Verifier;
  readonly metrics?: Metrics;
  readonly actFor?: AppOptions["actFor"];
  readonly onRefused?: AppOptions["onRefused"];
}

/** The app with all of its routes; `upload` comes first, because it also matches a filename. */
export function createAssetApp(ports: AssetAppPorts): RequestListener {
  const { log, verifier, metrics, actFor, onRefused } = ports;
  return createApp({
    name: "asset",
    log,
    verifier,
    ...(metrics && { metrics }),
    ...(actFor && { actFor }),
    ...(onRefused && { onRefused }),
    routes: (router) => {
      mountUpload(router, ports);
      mountDirect(router, ports);
      mountServe(router, ports);
    },
  });
}
