/** Every fixed route. Those of a project's entities are in `entities.ts`; its custom routes only have an area. */
import type { Route } from "../route.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { assetRoutes } from "./assets.ts";
import { auditRoutes } from "./audit.ts";
import { authRoutes } from "./auth.ts";
import { eventRoutes } from "./events.ts";
import { meRoutes } from "./me.ts";
import { scheduleRoutes } from "./schedules.ts";
import { siteRoutes } from "./site.ts";
import { webhookRoutes } from "./webhooks.ts";

export const routes = {
  ...assetRoutes,
  ...auditRoutes,
  ...authRoutes,
  ...apiKeyRoutes,
  ...eventRoutes,
  ...meRoutes,
  ...scheduleRoutes,
  ...siteRoutes,
  ...webhookRoutes,
} satisfies Readonly<Record<string, Route>>;
