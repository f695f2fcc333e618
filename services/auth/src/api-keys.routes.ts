/** `/api/_api-keys`: only for a person who is signed in as an admin, never for a key. */
import { AppError } from "@colophon/errors";
import { readObject, route } from "@colophon/runtime";
import type { Router } from "express";
import { answer, idOf, requireAdmin } from "./answers.ts";
import type { AuthPorts } from "./app.ts";
import { parseNewApiKey } from "./bodies.ts";

/** Mounts the list, the making and the revoking of API keys. */
export function mountApiKeys(router: Router, { apiKeys, adminRoles, roles, revoke }: AuthPorts): void {
  route(router, "/api/_api-keys", {
    GET: async (req, res) => {
      requireAdmin(req, adminRoles);
      answer(req, res, await apiKeys.list());
    },

    POST: async (req, res) => {
      requireAdmin(req, adminRoles);
      const created = await apiKeys.create(parseNewApiKey(await readObject(req), roles));
      const { id, name, keyPrefix, role, key, expiresAt } = created;
      answer(req, res, { id, name, keyPrefix, role, key, ...(expiresAt !== null && { expiresAt }) }, { status: 201 });
    },
  });

  route(router, "/api/_api-keys/:id", {
    DELETE: async (req, res) => {
      requireAdmin(req, adminRoles);
      const id = idOf(req);
      if (!(await apiKeys.revoke(id))) throw new AppError("NOT_FOUND");
      await revoke();
      answer(req, res, { id });
    },
  });
}
