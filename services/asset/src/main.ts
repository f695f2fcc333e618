import { runServices } from "@colophon/runtime";
import { asset } from "./service.ts";

await runServices([{ service: asset, variables: process.env }]);
