import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { adminConfigQuery } from "./api/admin-config.ts";
import { queries } from "./api/queries.ts";
import { awaitFirstList } from "./lists/list-page-query.ts";
import { ListPage } from "./lists/list-page.tsx";
import { isMedia, mediaKindOf } from "./api/admin-entities.ts";
import { awaitRead } from "./records/early/early-read.ts";
import { LazyRecordPage } from "./records/early/lazy-record-page.ts";
import { LoadFailure, Loading } from "./loading/loading.tsx";
import { NotFound } from "./elements/not-found.tsx";
import { Shell } from "./shell/shell.tsx";
import { deliveriesSearchOf } from "./webhooks/webhook.ts";

/** The parameters of a URL, all as text. */
export type FlatSearch = Readonly<Record<string, string>>;

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly next?: string } =>
    typeof search["next"] === "string" ? { next: search["next"] } : {},
  component: lazyRouteComponent(() => import("./sign-in/sign-in-page.tsx"), "SignInPage"),
});

/** The parent of all pages that require a sign-in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  loader: () => queries.ensureQueryData(adminConfigQuery),
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
  beforeLoad({ params: { entity } }) {
    if (isMedia(entity)) throw redirect({ to: "/media", search: { kind: mediaKindOf(entity) } });
  },
  loader: ({ params: { entity }, location: { search } }) => awaitFirstList(entity, search as FlatSearch),
  component: ListPage,
});
const newRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/content/$entity/new",
  component: lazyRouteComponent(() => import("./records/pages.tsx"), "NewRecordPage"),
});
const recordRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/content/$entity/$id",
  beforeLoad({ params: { entity, id } }) {
    if (isMedia(entity)) throw redirect({ to: "/media/$kind/$id", params: { kind: mediaKindOf(entity), id } });
  },
  loader: ({ params: { entity, id } }) => awaitRead({ entity, id }),
  component: LazyRecordPage,
});
const globalRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/globals/$entity",
  validateSearch: ({ locale }: FlatSearch): { readonly locale?: string } => (locale === undefined ? {} : { locale }),
  component: lazyRouteComponent(() => import("./records/pages.tsx"), "GlobalPage"),
});
const mediaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/media",
  validateSearch: (search: FlatSearch): FlatSearch => search,
  component: lazyRouteComponent(() => import("./assets/media-library.tsx"), "MediaPage"),
});
const assetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/media/$kind/$id",
  component: lazyRouteComponent(() => import("./assets/asset/asset-page.tsx"), "AssetPage"),
});
const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});
const ownPageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/pages/$page",
  component: lazyRouteComponent(() => import("./own-parts/own-page.tsx"), "OwnPage"),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/users",
  beforeLoad: () => {
    throw redirect({ to: "/content/$entity", params: { entity: "_user" }, replace: true });
  },
});
const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/roles",
  component: lazyRouteComponent(() => import("./people/roles-page.tsx"), "RolesPage"),
});
const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  component: lazyRouteComponent(() => import("./people/keys-page.tsx"), "KeysPage"),
});
const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks/webhooks-page.tsx"), "WebhooksPage"),
});
const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/webhooks/$name",
  validateSearch: deliveriesSearchOf,
  component: lazyRouteComponent(() => import("./webhooks/webhook-page.tsx"), "WebhookPage"),
});
const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/jobs",
  component: lazyRouteComponent(() => import("./jobs/jobs-page.tsx"), "JobsPage"),
});
const jobRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/jobs/$name",
  component: lazyRouteComponent(() => import("./jobs/job-page.tsx"), "JobPage"),
});
const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/audit",
  validateSearch: (search: FlatSearch): FlatSearch => search,
  component: lazyRouteComponent(() => import("./audit/audit-page.tsx"), "AuditPage"),
});
const trashRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/trash/$entity",
  component: lazyRouteComponent(() => import("./trash/page/trash-page.tsx"), "TrashPage"),
});

const pages = [
  dashboardRoute,
  listRoute,
  newRoute,
  recordRoute,
  globalRoute,
  mediaRoute,
  assetRoute,
  accountRoute,
  usersRoute,
  rolesRoute,
  keysRoute,
  webhooksRoute,
  webhookRoute,
  jobsRoute,
  jobRoute,
  auditRoute,
  trashRoute,
  ownPageRoute,
];
const routeTree = rootRoute.addChildren([signInRoute, shellRoute.addChildren(pages)]);

export const router = createRouter({
  routeTree,
  basepath: "/admin",
  defaultPreload: "intent",
  defaultPreloadDelay: 0, // only code is preloaded, and each part once
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
