/** The project's own jobs: when they run, and what became of it. */
import { z } from "zod";
import { AREAS } from "../areas.ts";
import { route } from "../route.ts";
import { job } from "../shapes/jobs.ts";

export const jobRoutes = {
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
};
