import { runServices } from "@colophon/runtime";
import { emailWorker } from "./worker.service.ts";

await runServices([{ service: emailWorker, variables: process.env }]);
