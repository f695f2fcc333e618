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
import { SERVICES_VARIABLE, type ServiceSettings } from "./services.ts";

const settings: ServiceSettings = JSON.parse(process.env[SERVICES_VARIABLE] ?? "{}");
delete process.env[SERVICES_VARIABLE]; // programs that a hook starts don't get it

await runServices(
  [gateway, content, auth, search, asset, emailWorker, assetWorker, webhookWorker].map((service) => ({
    service,
    variables: {},
    ...settings[service.name],
  })),
);
flushCompileCache(); // else the next start could use it only after an orderly stop
