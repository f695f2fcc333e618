export const PEOPLE_PAGES = [
  { to: "/roles", title: "people.roles" },
  { to: "/keys", title: "people.keys" },
] as const;
export type PeoplePage = (typeof PEOPLE_PAGES)[number];
