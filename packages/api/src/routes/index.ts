/** Every fixed route. What is made from a project's entities, and its custom routes, have areas alone. */
import type { Route } from "../route.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { assetRoutes } from "./assets.ts";
import { authRoutes } from "./auth.ts";
import { meRoutes } from "./me.ts";
import { siteRoutes } from "./site.ts";

export const routes = { ...assetRoutes, ...authRoutes, ...apiKeyRoutes, ...meRoutes, ...siteRoutes } satisfies Readonly<
  Record<string, Route>
>;
