import { runServices } from "@colophon/runtime";
import { gateway } from "./service.ts";

await runServices([{ service: gateway, variables: process.env }]);
