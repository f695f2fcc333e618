import { lazyRouteComponent } from "@tanstack/react-router";

/** The page of a record, whose code is loaded on demand. */
export const LazyRecordPage = lazyRouteComponent(() => import("../pages.tsx"), "RecordPage");

/** Loads the code only. A preload by the router would also run the loader, which must wait for the read that begins with the click. */
export function preloadRecordPage(): void {
  void LazyRecordPage.preload?.();
}
