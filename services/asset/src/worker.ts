import { runServices } from "@colophon/runtime";
import { assetWorker } from "./worker.service.ts";

await runServices([{ service: assetWorker, variables: process.env }]);
