import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { adminConfigQuery } from "./api/admin-config.ts";
import { meQuery } from "./api/me.ts";
import { queries } from "./api/queries.ts";
import { ListPage } from "./lists/list-page.tsx";
import { LoadFailure } from "./shell/load-failure.tsx";
import { Loading } from "./shell/loading.tsx";
import { NotFound } from "./shell/not-found.tsx";
import { Shell } from "./shell/shell.tsx";

/** Parameters as they stand in an address, as texts. */
export type FlatSearch = Readonly<Record<string, string>>;

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly next?: string } =>
    typeof search["next"] === "string" ? { next: search["next"] } : {},
  component: lazyRouteComponent(() => import("./sign-in/sign-in-page.tsx"), "SignInPage"),
});

/** Whatever needs somebody who is signed in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  loader: () => Promise.all([queries.ensureQueryData(adminConfigQuery), queries.ensureQueryData(meQuery)]),
  component: Shell,
  pendingComponent: Loading,
  errorComponent: LoadFailure,
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./dashboard/dashboard-page.tsx"), "DashboardPage"),
});
const listRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/content/$entity",
  validateSearch: (search: FlatSearch): FlatSearch => search,
  component: ListPage,
});
const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/content/$entity/new",
  component: lazyRouteComponent(() => import("./records/new-record-page.tsx"), "NewRecordPage"),
});
const recordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/content/$entity/$id",
  component: lazyRouteComponent(() => import("./records/record-page.tsx"), "RecordPage"),
});
const globalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/globals/$entity",
  component: lazyRouteComponent(() => import("./records/global-page.tsx"), "GlobalPage"),
});
const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});

const pages = [dashboardRoute, listRoute, newRoute, recordRoute, globalRoute, accountRoute];
const routeTree = rootRoute.addChildren([signInRoute, shellRoute.addChildren(pages)]);

export const router = createRouter({
  routeTree,
  basepath: "/admin",
  defaultPreload: "intent",
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: LoadFailure,
  scrollRestoration: true,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
    return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
