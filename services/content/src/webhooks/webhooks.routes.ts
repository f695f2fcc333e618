import { routes } from "@colophon/api";
import { DELIVERY_STATES } from "@colophon/model";
import type { DeliveriesPage } from "@colophon/database";
import { parseNoQuery, parseQuery } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";
import { searchOf, sendJson, serve, type Request, type Router } from "@colophon/runtime";
import { dataBody } from "../http/answers.ts";
import { parameterOf, queryOf } from "../http/request.ts";
import type { Webhooks } from "./webhooks.service.ts";

/** `/api/_webhooks`: webhooks and their deliveries, for admins. */
export function mountWebhooks(router: Router, { webhooks }: { webhooks: Webhooks }): void {
  const nameOf = (req: Request) => parameterOf(req, "name");

  serve(router, routes.webhooks, {
    GET: async (req, res) => {
      parseNoQuery(searchOf(req));
      sendJson(req, res, { body: dataBody(JSON.stringify(await webhooks.list())) });
    },
  });

  serve(router, routes.webhookDeliveries, {
    GET: async (req, res) => {
      const page = deliveriesPageOf(searchOf(req));
      const { data, total } = await webhooks.deliveries(nameOf(req), page);
      const { limit, offset } = page;
      sendJson(req, res, { body: JSON.stringify({ data, meta: { total, limit, offset } }) });
    },
  });

  serve(router, routes.redeliver, {
    POST: async (req, res) => {
      parseNoQuery(searchOf(req));
      const id = parameterOf(req, "id").toLowerCase();
      if (!isUuid(id)) throw new AppError("NOT_FOUND");
      sendJson(req, res, { body: dataBody(JSON.stringify(await webhooks.redeliver(nameOf(req), id))) });
    },
  });

  serve(router, routes.testWebhook, {
    POST: async (req, res) => {
      parseNoQuery(searchOf(req));
      sendJson(req, res, { body: dataBody(JSON.stringify(await webhooks.test(nameOf(req)))) });
    },
  });

  serve(router, routes.enableWebhook, {
    POST: async (req, res) => {
      parseNoQuery(searchOf(req));
      const name = nameOf(req);
      await webhooks.enable(name);
      sendJson(req, res, { body: dataBody(JSON.stringify({ name })) });
    },
  });
}

/** @throws VALIDATION_ERROR */
function deliveriesPageOf(search: string): DeliveriesPage {
  const { state, ...paging } = queryOf(search, ["limit", "offset", "state"]);
  const known = DELIVERY_STATES.find((deliveryState) => deliveryState === state);
  if (state !== undefined && known === undefined)
    throw invalid([{ field: "state", message: `must be one of ${DELIVERY_STATES.join(", ")}` }], "The query is not valid");
  const { limit, offset } = parseQuery(new URLSearchParams(paging).toString());
  return { state: known ?? null, limit, offset };
}
