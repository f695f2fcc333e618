import { runServices } from "@colophon/runtime";
import { webhookWorker } from "./worker.service.ts";

await runServices([{ service: webhookWorker, variables: process.env }]);
