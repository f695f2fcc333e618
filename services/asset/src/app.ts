import { createApp, type Log, type Metrics, type Verifier } from "@colophon/runtime";
import type { Express } from "express";
import { mountServe, type ServePorts } from "./serve.routes.ts";
import { mountUpload, type UploadPorts } from "./upload.routes.ts";

export interface AssetAppPorts extends ServePorts, UploadPorts {
  readonly log: Log;
  readonly verifier: Verifier;
  readonly metrics?: Metrics;
}

/** The app with all of its routes; `upload` comes first, for it also looks like a filename. */
export function createAssetApp(ports: AssetAppPorts): Express {
  const { log, verifier, metrics } = ports;
  return createApp({
    name: "asset",
    log,
    verifier,
    ...(metrics && { metrics }),
    routes: (router) => {
      mountUpload(router, ports);
      mountServe(router, ports);
    },
  });
}
