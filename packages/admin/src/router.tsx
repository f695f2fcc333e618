import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";

const rootRoute = createRootRoute();
const recordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/content/$entity/$id",
  component: lazyRouteComponent(() => import("./records/record-page.tsx"), "RecordPage"),
});

export const router = createRouter({ routeTree: rootRoute.addChildren([recordRoute]), basepath: "/admin" });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
