/** Work at set times: the project's own jobs, and the scheduled publications and unpublications of all entities. */
import { z } from "zod";
import { AREAS } from "../areas.ts";
import { COUNT, CURSOR, IF_NONE_MATCH, LIMIT, OFFSET } from "../parameters.ts";
import { route } from "../route.ts";
import { job } from "../shapes/jobs.ts";
import { toJsonSchema } from "../shapes/registry.ts";
import { plannedSchedule } from "../shapes/schedules.ts";

const PAGE = {
  type: "object",
  properties: { data: { type: "array", items: toJsonSchema(plannedSchedule) }, meta: { $ref: "#/components/schemas/ListMeta" } },
  required: ["data", "meta"],
};

export const scheduleRoutes = {
  /** When the jobs of the configuration run, and what became of it. */
  jobs: route(
    { ...AREAS.content, auth: "admin", cache: "no-store" },
    {
      path: "/api/_jobs",
      tag: "jobs",
      methods: {
        GET: {
          id: "jobs.list",
          summary: "List jobs",
          description:
            "The jobs of the configuration with their last runs. For people who are signed in as an admin; API keys are refused.",
          answers: { 200: { description: "The jobs", data: z.array(job) } },
        },
      },
    },
  ),

  schedules: route(AREAS.content, {
    path: "/api/_schedules",
    auth: "caller",
    tag: "service",
    shownTo: "callers",
    methods: {
      GET: {
        id: "schedules.list",
        summary: "The schedule",
        description:
          "Of all records whose drafts you may read, the next one first, by the earlier of its times; what has failed is among them. The total is exact.",
        parameters: [LIMIT, OFFSET, CURSOR, COUNT, IF_NONE_MATCH],
        answers: {
          200: { description: "A page of the list", json: PAGE, etag: true },
          304: { description: "Not modified", etag: true },
        },
      },
    },
  }),
};
