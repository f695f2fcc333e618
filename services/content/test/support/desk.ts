import type { ConfigDefinition } from "@colophon/config";
import { forwarding } from "./hooked-site.ts";
import type { Client, Reply, TestService } from "./service.ts";

/** Stories with owners, and roles whose row filters select them by owner; hooks as in `hookedSite`. */
export const desk: ConfigDefinition = {
  entities: [
    {
      name: "story",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true, maxLength: 20 },
        { name: "code", type: "text", unique: true },
        { name: "owner", type: "text" },
        { name: "secret", type: "text" },
        { name: "unseen", type: "text" },
      ],
    },
    {
      name: "note",
      hooks: forwarding,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "about", type: "relation", to: "story", onDelete: "restrict" },
        { name: "source", type: "relation", to: "story" },
      ],
    },
    { name: "theme", global: true, versions: true, fields: [{ name: "color", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: {
        story: {
          create: true,
          read: { filter: { owner: { $ne: "nobody" } }, fields: { exclude: ["unseen"] } },
          update: { filter: { owner: { $in: ["me", "us"] } }, fields: { exclude: ["secret", "unseen"] } },
          delete: { filter: { owner: "me" } },
        },
        note: { read: true, update: true, delete: true },
      },
    },
    { name: "blind", permissions: { story: { update: { filter: { owner: "me" } }, delete: { filter: { owner: "me" } } } } },
    { name: "writer", permissions: { story: { create: true, read: true, delete: true } } },
    { name: "reader", permissions: { story: { read: true } } },
  ],
};

/** The operations of the tests on its records. */
export function createDesk(service: TestService) {
  const admin = service.as("admin");
  const make = async (entity: string, body: object): Promise<string> => {
    const answer = await admin.post(`/api/${entity}`, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data.id;
  };
  return {
    make,
    /** A published story for each of the bodies. */
    stories: (...bodies: object[]) => Promise.all(bodies.map((body) => make("story", { title: "Old", owner: "me", ...body }))),
    titles: (ids: readonly string[]): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await admin.get(`/api/story/${id}?draft=true`)).json.data.title)),
  };
}

export const bulk = (client: Client, action: string, ids: readonly unknown[], more: object = {}, search = "") =>
  client.post(`/api/story/bulk${search}`, { action, ids, ...more });

/** The names in a refusal's details. */
export const fields = ({ json }: Reply): string[] => json.error.details.map(({ field }: { field: string }) => field);
