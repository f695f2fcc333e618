import { newId } from "@colophon/database";
import type { ConfigDefinition } from "@colophon/config";
import { expect } from "@jest/globals";
import { startService, type Client } from "./service.ts";

const fields = [{ name: "title", type: "text" }] as const;
const all = { create: true, read: true, update: true, delete: true };
const own = { filter: { _createdBy: "$CURRENT_USER" } };
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    { name: "note", fields, indexes: [["_createdBy", "createdAt"]] },
    { name: "post", versions: true, translatable: true, fields: [...fields, { name: "note", type: "relation", to: "note" }] },
    { name: "notice", global: true, fields },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "knows", permissions: { note: all, post: all, notice: all, _user: { read: true } } },
    { name: "nameless", permissions: { note: all, _user: { read: { fields: { exclude: ["name"] } } } } },
    { name: "colleague", permissions: { note: all, post: all, _user: { read: { filter: { role: "colleague" } } } } },
    { name: "stranger", permissions: { note: all, post: all } },
    { name: "blind", permissions: { note: { create: true } } },
    {
      name: "writer",
      permissions: { note: { create: true, read: true, update: own, delete: own }, post: { create: true, read: own, update: own } },
    },
    { name: "changer", permissions: { note: { create: true, read: true, update: { filter: { _updatedBy: { $eq: "$CURRENT_USER" } } } } } },
    { name: "public", public: true, permissions: { note: { create: true, read: true } } },
  ],
};

type Owners = readonly [createdBy: unknown, updatedBy: unknown];
export const ownersIn = ({ _createdBy, _updatedBy }: Record<string, unknown>): Owners => [_createdBy, _updatedBy];

/** A site with a user of each role and an API key, which create records and read their owners. */
export async function startOwnedSite() {
  const service = await startService(site);
  const users: Record<string, string> = {};
  const keyId = newId();
  const addUser = (id: string, role: string) =>
    service.database.run({ text: "insert into cms.users (id, email, name, role) values ($1, $2, $3, $4)" }, [
      id,
      `${id}@example.com`,
      `The ${role}`,
      role,
    ]);
  for (const role of ["knows", "colleague", "stranger", "writer", "changer"]) {
    users[role] = newId();
    await addUser(users[role], role);
  }
  const key = "insert into cms.api_keys (id, name, key_prefix, key_hash, role) values ($1, 'The importer', 'cms_1', 'x', 'stranger')";
  await service.database.run({ text: key }, [keyId]);
  const as = (role: string): Client => service.as(role, users[role]);
  return {
    service,
    users,
    keyId,
    addUser,
    as,
    /** The user of that role as an owner whom the reader may read. */
    user: (role: string) => ({ type: "user", id: users[role], name: `The ${role}` }),
    byKey: (): Client => service.asKey("stranger", keyId),
    admin: (): Client => service.as("admin", service.adminId),
    async made(by: Client, entity = "note", data: object = {}, query = ""): Promise<string> {
      const { status, json } = await by.post(`/api/${entity}${query}`, { title: "a", ...data });
      expect(status).toBe(201);
      return json.data.id;
    },
    owners: async (path: string, by = as("knows")): Promise<Owners> => ownersIn((await by.get(path)).json.data),
  };
}

export type OwnedSite = Awaited<ReturnType<typeof startOwnedSite>>;
