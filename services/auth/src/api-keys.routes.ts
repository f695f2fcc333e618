/** `/api/_api-keys`: only for a signed-in admin, never for an API key. */
import { routes } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { readObject, serve, type Router } from "@colophon/runtime";
import { answer, idOf } from "./http/answers.ts";
import type { AuthPorts } from "./ports.ts";
import { parseNewApiKey } from "./http/bodies.ts";

/** Mounts the list, creation and revocation of API keys. */
export function mountApiKeys(router: Router, { apiKeys, roles, revoke }: AuthPorts): void {
  serve(router, routes.apiKeys, {
    GET: async (req, res) => {
      answer(req, res, await apiKeys.list());
    },

    POST: async (req, res, { userId }) => {
      const created = await apiKeys.create(parseNewApiKey(await readObject(req), roles), userId);
      const { id, name, keyPrefix, role, key, expiresAt, rateLimitPerMinute } = created;
      const optional = { ...(expiresAt !== null && { expiresAt }), ...(rateLimitPerMinute !== null && { rateLimitPerMinute }) };
      answer(req, res, { id, name, keyPrefix, role, key, ...optional }, { status: 201 });
    },
  });

  serve(router, routes.oneApiKey, {
    DELETE: async (req, res) => {
      const id = idOf(req);
      if (!(await apiKeys.revoke(id))) throw new AppError("NOT_FOUND");
      await revoke();
      answer(req, res, { id });
    },
  });
}
