/** Runs all services in one process: each gets its own variables, its Unix socket and its round in a stop from the supervisor. */
import { flushCompileCache } from "node:module";
import { runServices } from "@colophon/runtime";
import { gateway } from "../../../../gateway/src/service.ts";
import { asset } from "../../../../services/asset/src/service.ts";
import { assetWorker } from "../../../../services/asset/src/worker.service.ts";
import { auth } from "../../../../services/auth/src/service.ts";
import { emailWorker } from "../../../../services/auth/src/worker.service.ts";
import { content } from "../../../../services/content/src/service.ts";
import { webhookWorker } from "../../../../services/content/src/worker.service.ts";
import { search } from "../../../../services/search/src/service.ts";
import { PLACES_VARIABLE, type Places } from "./services.ts";

const places: Places = JSON.parse(process.env[PLACES_VARIABLE] ?? "{}");
delete process.env[PLACES_VARIABLE]; // programs that a hook starts don't get it

await runServices(
  [gateway, content, auth, search, asset, emailWorker, assetWorker, webhookWorker].map((service) => ({
    service,
    variables: {},
    ...places[service.name],
  })),
);
flushCompileCache(); // else the next start could use it only after an orderly stop
