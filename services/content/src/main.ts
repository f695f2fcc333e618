import { runServices } from "@colophon/runtime";
import { content } from "./service.ts";

await runServices([{ service: content, variables: process.env }]);
