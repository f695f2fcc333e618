/** Data that signed-in users store for themselves. */
import { z } from "zod";
import { AREAS } from "../areas.ts";
import { header, IF_NONE_MATCH, TAGS } from "../parameters.ts";
import { route, type Operation } from "../route.ts";
import { component } from "../shapes/registry.ts";

/** The maximum size of a user's settings. */
export const MAX_SETTINGS_BYTES = 64 * 1024;

const settings = component("UserSettings", z.looseObject({}), {
  description: `Any JSON object of at most ${MAX_SETTINGS_BYTES / 1024} KB, such as the saved views of an interface.`,
});

const SAVE = {
  description: "API keys have no settings: 403.",
  parameters: [header("If-Match", TAGS, "The ETag of what was read: 412 when it has changed since.")],
  body: { shape: settings, example: { views: [{ name: "Mine", filter: { featured: true } }] } },
  answers: { 200: { description: "The settings", data: settings, etag: true } },
  refuses: [412],
} as const satisfies Omit<Operation, "id" | "summary">;

export const meRoutes = {
  mySettings: route(AREAS.content, {
    path: "/api/_me/settings",
    auth: "session",
    tag: "auth",
    shownTo: "callers",
    methods: {
      GET: {
        id: "me.settings",
        summary: "The caller's settings",
        parameters: [IF_NONE_MATCH],
        answers: {
          200: { description: "The settings; initially an empty object", data: settings, etag: true },
          304: { description: "Not modified", etag: true },
        },
      },
      PUT: { id: "me.saveSettings", summary: "Replace the settings", ...SAVE },
      PATCH: { id: "me.patchSettings", summary: "The same as PUT", ...SAVE },
    },
  }),
};
