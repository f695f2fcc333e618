/** Scheduled publications and unpublications of all entities. */
import { AREAS } from "../areas.ts";
import { COUNT, CURSOR, IF_NONE_MATCH, LIMIT, OFFSET } from "../parameters.ts";
import { route } from "../route.ts";
import { toJsonSchema } from "../shapes/registry.ts";
import { plannedSchedule } from "../shapes/schedules.ts";

const PAGE = {
  type: "object",
  properties: { data: { type: "array", items: toJsonSchema(plannedSchedule) }, meta: { $ref: "#/components/schemas/ListMeta" } },
  required: ["data", "meta"],
};

export const scheduleRoutes = {
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
