const PAGES = [
  { to: "/roles", title: "people.roles", needs: null },
  { to: "/keys", title: "people.keys", needs: null },
  { to: "/webhooks", title: "webhooks.title", needs: "webhooks" },
  { to: "/jobs", title: "jobs.title", needs: "jobs" },
  { to: "/audit", title: "audit.title", needs: "audit" },
] as const;
export type PeoplePage = (typeof PAGES)[number];

/** What a site may have that a page is about. */
interface Site {
  readonly webhooks: boolean;
  readonly jobs: boolean;
  readonly audit: boolean;
}

/** The pages that the caller has beside the content. */
export function pagesFor(site: Site, { isAdmin }: { readonly isAdmin: boolean }): readonly PeoplePage[] {
  return isAdmin ? PAGES.filter(({ needs }) => needs === null || site[needs]) : [];
}
