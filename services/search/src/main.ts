import { runServices } from "@colophon/runtime";
import { search } from "./service.ts";

await runServices([{ service: search, variables: process.env }]);
