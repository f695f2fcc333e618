export const PEOPLE_PAGES = [
  { to: "/roles", title: "people.roles" },
  { to: "/keys", title: "people.keys" },
] as const;
export const WEBHOOKS_PAGE = { to: "/webhooks", title: "webhooks.title" } as const;
export type PeoplePage = (typeof PEOPLE_PAGES)[number] | typeof WEBHOOKS_PAGE;

/** The pages that the caller has beside the content. */
export function pagesFor({ webhooks }: { readonly webhooks: boolean }, { isAdmin }: { readonly isAdmin: boolean }): readonly PeoplePage[] {
  if (!isAdmin) return [];
  return webhooks ? [...PEOPLE_PAGES, WEBHOOKS_PAGE] : PEOPLE_PAGES;
}
