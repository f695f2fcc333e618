import type { Client, Json } from "../support/http/client.ts";
import type { TestStack } from "../support/stack/stack.ts";
import { only, write, type Directory } from "./directory.ts";

export const ROLES = ["admin", "editor", "translator", "organiser", "visitor"] as const;
type Role = (typeof ROLES)[number];
type Places = Readonly<Record<string, string>>;

interface Request {
  readonly what: string;
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: (ids: Places) => string;
  readonly body?: (ids: Places, role: Role) => object;
  /** The statuses in the order of `ROLES`. */
  readonly statuses: readonly number[];
}

/** What each role may do, as requests and the statuses of their answers. The organiser is a member of the lead event's organiser only. */
export const REQUESTS: readonly Request[] = [
  { what: "read an event", method: "get", path: ({ own }) => `event/${own}`, statuses: [200, 200, 200, 200, 200] },
  {
    what: "read a draft of its own",
    method: "get",
    path: ({ ownDraft }) => `event/${ownDraft}?draft=true`,
    statuses: [200, 200, 403, 200, 403],
  },
  { what: "read another's draft", method: "get", path: ({ draft }) => `event/${draft}?draft=true`, statuses: [200, 200, 403, 403, 403] },
  {
    what: "read a draft in German",
    method: "get",
    path: ({ germanDraft }) => `event/${germanDraft}?draft=true`,
    statuses: [200, 200, 200, 403, 403],
  },
  { what: "read a draft that is not there", method: "get", path: () => `event/${MISSING}?draft=true`, statuses: [404, 404, 404, 404, 403] },
  { what: "change an own event", method: "put", path: ({ own }) => `event/${own}`, body: summary, statuses: [200, 200, 403, 200, 403] },
  {
    what: "change another's event",
    method: "put",
    path: ({ other }) => `event/${other}`,
    body: summary,
    statuses: [200, 200, 403, 403, 403],
  },
  {
    what: "change a translation",
    method: "put",
    path: ({ german }) => `event/${german}`,
    body: summary,
    statuses: [200, 200, 200, 200, 403],
  },
  {
    what: "change a shared field of a translation",
    method: "put",
    path: ({ german }) => `event/${german}`,
    body: () => ({ state: "announced" }),
    statuses: [200, 200, 403, 200, 403],
  },
  {
    what: "give an event to another organiser",
    method: "put",
    path: ({ own }) => `event/${own}`,
    body: ({ library }) => ({ organiser: library }),
    statuses: [200, 200, 403, 403, 403],
  },
  { what: "create an event", method: "post", path: () => "event", body: newEvent("riverside"), statuses: [201, 201, 403, 201, 403] },
  {
    what: "create an event for another",
    method: "post",
    path: () => "event",
    body: newEvent("library"),
    statuses: [201, 201, 403, 403, 403],
  },
  {
    what: "change the organiser",
    method: "put",
    path: ({ riverside }) => `organiser/${riverside}`,
    body: website,
    statuses: [200, 200, 403, 200, 403],
  },
  {
    what: "change another organiser",
    method: "put",
    path: ({ library }) => `organiser/${library}`,
    body: website,
    statuses: [200, 200, 403, 403, 403],
  },
  {
    what: "change the members",
    method: "put",
    path: ({ riverside }) => `organiser/${riverside}`,
    body: ({ user }) => ({ members: [user] }),
    statuses: [200, 200, 403, 403, 403],
  },
  { what: "filter by notes", method: "get", path: () => "event?filter[notes]=x", statuses: [200, 200, 400, 400, 400] },
  { what: "list members", method: "get", path: () => "organiser?fields=members", statuses: [200, 200, 400, 200, 400] },
  {
    what: "change a venue",
    method: "put",
    path: ({ venue }) => `venue/${venue}`,
    body: () => ({ capacity: 420 }),
    statuses: [200, 200, 403, 403, 403],
  },
  {
    what: "change the front page",
    method: "put",
    path: () => "home",
    body: () => ({ tagline: "All" }),
    statuses: [200, 200, 403, 403, 403],
  },
  { what: "create a redirect", method: "post", path: () => "redirect", body: redirect, statuses: [201, 201, 403, 403, 403] },
  { what: "read the calendar", method: "get", path: () => "custom/calendar", statuses: [200, 200, 200, 200, 200] },
  { what: "see the jobs", method: "get", path: () => "_jobs", statuses: [200, 403, 403, 403, 403] },
  { what: "list videos", method: "get", path: () => "_video", statuses: [200, 200, 200, 403, 200] },
  { what: "list users", method: "get", path: () => "_user", statuses: [200, 200, 403, 403, 403] },
  { what: "delete an event", method: "delete", path: ({ own }) => `event/${own}`, statuses: [200, 200, 403, 200, 403] },
];

const MISSING = "01a21b3a-0000-7000-8000-000000000000";

function summary(_: Places, role: Role): object {
  return { summary: `Written by the ${role}.` };
}

function website(_: Places, role: Role): object {
  return { website: `https://${role}.example.com` };
}

function redirect(_: Places, role: Role): object {
  return { from: `/${role}`, to: "/en" };
}

function newEvent(organiser: string): Required<Request>["body"] {
  return (ids, role) => ({ ...DATES, title: `Of the ${role}`, category: ids["category"], venue: ids["venue"], organiser: ids[organiser] });
}

const DATES = { starts: "2027-09-01T18:00:00Z", ends: "2027-09-01T20:00:00Z" };

/** Records for the requests: each role has events of its own to change and delete. */
export async function prepare(stack: TestStack, { lead, venue }: Directory): Promise<(role: Role) => Promise<Places>> {
  const { admin } = stack;
  const library = (await only(admin, "organiser?filter[name]=City Library")).id;
  const clients = await Promise.all((["editor", "translator", "organiser"] as const).map((role) => stack.signInAs(role)));
  const user = (await clients[2]?.get("/api/auth/me"))?.data.user.id;
  await write(admin, "put", `organiser/${lead.organiser}`, { members: [user] });
  const values = { ...DATES, category: lead.category, venue: venue.id };
  const make = async (client: Client, query: string, body: object): Promise<Json> =>
    (await write(client, "post", `event${query}`, body)).id;
  return async (role) => {
    const own = await make(admin, "", { ...values, title: `Own ${role}`, organiser: lead.organiser });
    return {
      own,
      german: await make(admin, "", { title: `Eigenes ${role}`, locale: "de", translationGroup: own }),
      other: await make(admin, "", { ...values, title: `Other ${role}`, organiser: library }),
      ownDraft: await make(admin, "?draft=true", { ...values, title: `Own draft ${role}`, organiser: lead.organiser }),
      germanDraft: await make(admin, "?draft=true", { ...values, title: `Entwurf ${role}`, locale: "de", organiser: library }),
      draft: await make(admin, "?draft=true", { ...values, title: `Draft ${role}`, organiser: library }),
      library,
      user,
      riverside: lead.organiser,
      venue: venue.id,
      category: lead.category,
    };
  };
}

/** The caller with a role. */
export async function callerOf(stack: TestStack, role: Role): Promise<Client> {
  if (role === "admin") return stack.admin;
  return role === "visitor" ? stack.visitor : stack.signInAs(role);
}
