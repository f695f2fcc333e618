import { routes } from "@colophon/api";
import { parseNoQuery } from "@colophon/engine";
import { searchOf, sendJson, serve, type Router } from "@colophon/runtime";
import { dataBody } from "../http/answers.ts";
import type { Jobs } from "./jobs.service.ts";

/** `GET /api/_jobs`: the project's jobs and their last runs, for admins. */
export function mountJobs(router: Router, { jobs }: { readonly jobs: Jobs }): void {
  serve(router, routes.jobs, {
    GET: async (req, res) => {
      parseNoQuery(searchOf(req));
      sendJson(req, res, { body: dataBody(JSON.stringify(await jobs.list())) });
    },
  });
}
