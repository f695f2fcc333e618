import { runServices } from "@colophon/runtime";
import { takeLowPriority } from "./process-limits.ts";
import { assetWorker } from "./worker.service.ts";

takeLowPriority();
await runServices([{ service: assetWorker, variables: process.env }]);
