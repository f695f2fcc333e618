import { runServices } from "@colophon/runtime";
import { auth } from "./service.ts";

await runServices([{ service: auth, variables: process.env }]);
