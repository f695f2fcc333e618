import { z } from "zod";
import { AREAS } from "../areas.ts";
import { pathId } from "../parameters.ts";
import { route } from "../route.ts";
import { apiKey, keyRequest, newApiKey } from "../shapes/api-keys.ts";
import { id } from "../shapes/registry.ts";

const description =
  "For people who are signed in as an admin; API keys are refused. Creating and revoking needs a recent sign-in, or its confirmation.";

export const apiKeyRoutes = {
  apiKeys: route(AREAS.keys, {
    path: "/api/_api-keys",
    tag: "API keys",
    methods: {
      GET: {
        id: "auth.listApiKeys",
        summary: "List API keys",
        description,
        answers: { 200: { description: "The keys", data: z.array(apiKey) } },
      },
      POST: {
        id: "auth.createApiKey",
        summary: "Create an API key",
        description,
        confirmed: true,
        body: { shape: keyRequest, example: { name: "Website" } },
        answers: { 201: { description: "The key; it is shown only once", data: newApiKey } },
      },
    },
  }),

  oneApiKey: route(AREAS.keys, {
    path: "/api/_api-keys/{id}",
    tag: "API keys",
    methods: {
      DELETE: {
        id: "auth.revokeApiKey",
        summary: "Revoke an API key",
        description,
        confirmed: true,
        parameters: [pathId("id", "The key's id.")],
        answers: { 200: { description: "The id", data: z.object({ id }) } },
        refuses: [404],
      },
    },
  }),
};
