/** References to translation groups, as a model in memory: generated sites, and which records an answer shows. */
import fc from "fast-check";
import { compileSchema } from "../../src/index.ts";
import type { Principal } from "../../src/index.ts";
import { configOf } from "./config.ts";

export const LOCALES = ["en", "de", "fr"] as const;
export type Locale = (typeof LOCALES)[number];

export const groupId = (entity: "page" | "post", group: number): string =>
  `00000000-0000-7000-8${entity === "page" ? 1 : 2}00-${pad(group)}`;
const idOf = (code: number, number: number): string => `00000000-0000-7000-8${code}01-${pad(number)}`;
const pad = (number: number): string => String(number).padStart(12, "0");

const FIRST_PAGE = idOf(1, 0);

export const schema = compileSchema(
  configOf({
    locales: [...LOCALES],
    entities: [
      {
        name: "page",
        translatable: true,
        trash: true,
        versions: true,
        fields: [
          { name: "title", type: "text" },
          { name: "rank", type: "number", integer: true },
          { name: "posts", type: "reverse", from: "post", field: "page" },
          { name: "notes", type: "reverse", from: "note", field: "pages" },
          { name: "boxed", type: "reverse", from: "post", field: "box.page" },
          { name: "listed", type: "reverse", from: "note", field: "list" },
        ],
      },
      {
        name: "shelf",
        fields: [
          { name: "title", type: "text" },
          { name: "posts", type: "reverse", from: "post", field: "shelf" },
          { name: "kept", type: "reverse", from: "post", field: "shelves" },
          { name: "boxed", type: "reverse", from: "post", field: "box.shelf" },
        ],
      },
      ...(["post", "note"] as const).map((name) => ({
        name,
        translatable: name === "post",
        fields: [
          { name: "title", type: "text" as const },
          { name: "page", type: "relation" as const, to: "page" },
          { name: "pages", type: "relation" as const, to: "page", many: true },
          { name: "shelf", type: "relation" as const, to: "shelf" },
          { name: "shelves", type: "relation" as const, to: "shelf", many: true },
          {
            name: "box",
            type: "object" as const,
            fields: [
              { name: "page", type: "relation" as const, to: "page" },
              { name: "shelf", type: "relation" as const, to: "shelf" },
              { name: "pages", type: "relation" as const, to: "page", many: true },
            ],
          },
          {
            name: "body",
            type: "blocks" as const,
            blocks: [
              {
                name: "part",
                fields: [
                  { name: "page", type: "relation" as const, to: "page" },
                  { name: "pages", type: "relation" as const, to: "page", many: true },
                ],
              },
            ],
          },
          { name: "list", type: "array" as const, of: { type: "relation" as const, to: "page" } },
        ],
      })),
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "reader",
        permissions: {
          page: { read: { filter: { rank: { $lt: 2 } } } },
          post: { read: true },
          note: { read: true },
          shelf: { read: true },
        },
      },
      {
        name: "narrow",
        permissions: {
          page: { read: true },
          post: { read: { filter: { "page.rank": { $lt: 2 } } } },
          note: { read: true },
          shelf: { read: true },
        },
      },
      {
        name: "inside",
        permissions: {
          page: { read: true },
          post: { read: { filter: { "box.page.rank": { $lt: 2 } } } },
          note: { read: { filter: { "body.part.pages.rank": { $lt: 2 } } } },
          shelf: { read: true },
        },
      },
      {
        name: "named",
        permissions: {
          page: { read: true },
          post: { read: { filter: { "box.pages": { $has: FIRST_PAGE } } } },
          note: { read: { filter: { "body.part.pages": { $hasAny: [FIRST_PAGE] } } } },
          shelf: { read: true },
        },
      },
    ],
  }),
);

export interface Page {
  readonly id: string;
  readonly group: number;
  readonly locale: Locale;
  readonly state: "live" | "draft" | "trash";
  readonly title: string;
  readonly rank: number;
}

/** A record with references: a post has a locale and a group, a note has none. */
export interface Referrer {
  readonly id: string;
  readonly locale: Locale | null;
  readonly group: number;
  readonly isLive: boolean;
  readonly title: string;
  readonly page: string | null;
  readonly pages: readonly string[];
  /** One without translations, which exists once. */
  readonly isShelved: boolean;
}

export interface Site {
  readonly pages: readonly Page[];
  readonly posts: readonly Referrer[];
  readonly notes: readonly Referrer[];
}

/** All but the first two have row filters through references: in a column, and inside objects and blocks. */
const ROLES = ["admin", "reader", "narrow", "inside", "named"] as const;

/** Who asks, and for what. */
export interface Asked {
  readonly role: (typeof ROLES)[number];
  readonly locale: Locale | null;
  readonly fallback: boolean;
}

/** The only record of the entity `shelf`. */
export const SHELF = idOf(4, 0);

export const principalOf = ({ role }: Asked): Principal => ({ kind: "user", role, userId: idOf(9, 1) });

export const asking: fc.Arbitrary<Asked> = fc.record({
  role: fc.constantFrom(...ROLES),
  locale: fc.constantFrom(null, ...LOCALES),
  fallback: fc.boolean(),
});

const members = fc.uniqueArray(
  fc.record({
    locale: fc.constantFrom(...LOCALES),
    state: fc.constantFrom("live", "live", "live", "draft", "trash"),
    rank: fc.integer({ min: 0, max: 2 }),
    title: fc.constantFrom("a", "b", "c", "d"),
  }),
  { selector: ({ locale }) => locale, minLength: 1, maxLength: 3 },
);
const pagesOf = fc
  .array(members, { minLength: 1, maxLength: 4 })
  .map((groups) =>
    groups.flatMap((own, group) => own.map((item) => ({ ...item, group }))).map((item, at): Page => ({ ...item, id: idOf(1, at) })),
  );

function referrers(pages: readonly Page[], isLocalized: boolean): fc.Arbitrary<readonly Referrer[]> {
  const some = fc.constantFrom(...pages.map(({ id }) => id));
  const one = fc.record({
    locale: fc.constantFrom(...LOCALES),
    group: fc.integer({ min: 0, max: 3 }),
    isLive: fc.constantFrom(true, true, true, false),
    title: fc.constantFrom("p", "q"),
    page: fc.option(some, { nil: null }),
    pages: fc.uniqueArray(some, { maxLength: 3 }),
    isShelved: fc.boolean(),
  });
  const all = isLocalized
    ? fc.uniqueArray(one, { selector: ({ group, locale }) => `${group} ${locale}`, maxLength: 6 })
    : fc.array(one, { maxLength: 4 });
  return all.map((rows) => rows.map((row, at) => ({ ...row, id: idOf(isLocalized ? 2 : 3, at), locale: isLocalized ? row.locale : null })));
}

export const sites: fc.Arbitrary<Site> = pagesOf.chain((pages) =>
  fc.record({ pages: fc.constant(pages), posts: referrers(pages, true), notes: referrers(pages, false) }),
);

export function createModel({ pages, posts, notes }: Site) {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const groupOf = (id: string) => byId.get(id)?.group;
  const isReadable = ({ state, rank }: Page, { role }: Asked) => state === "live" && (role !== "reader" || rank < 2);
  const wanted = ({ locale, fallback }: Asked, own: Locale | null) => [locale, own, fallback ? LOCALES[0] : null];

  /** The page that a reference of a record in the locale leads to. */
  function used(id: string | null, own: Locale | null, asked: Asked): Page | null {
    const of = pages.filter((page) => id !== null && page.group === groupOf(id) && isReadable(page, asked));
    const first = wanted(asked, own).flatMap((locale) => of.find((page) => page.locale === locale) ?? [])[0];
    const isStoredAway = byId.get(id ?? "")?.state === "trash";
    return first ?? of.find((page) => isStoredAway || page.id === id) ?? null;
  }

  /** A stored id reads as empty if its whole group is in the trash. */
  const isStanding = (id: string) => pages.some((page) => page.group === groupOf(id) && page.state !== "trash");
  /** A role's row filter uses the records that it would use for everybody. */
  const isLow = (row: Referrer, id: string | null) =>
    (used(id, row.locale, { role: "admin", locale: null, fallback: true })?.rank ?? 9) < 2;
  const isNamed = (id: string) => isStanding(id) && groupOf(id) === groupOf(FIRST_PAGE);

  function isAllowed(row: Referrer, { role }: Asked): boolean {
    if (role === "named") return row.pages.some(isNamed);
    if (row.locale !== null) return (role !== "narrow" && role !== "inside") || isLow(row, row.page);
    return role !== "inside" || row.pages.some((id) => isLow(row, id));
  }
  const isSeen = (row: Referrer, asked: Asked) => row.isLive && isAllowed(row, asked);

  /** The rows of a list. */
  function listed(entity: "post" | "note", asked: Asked): readonly Referrer[] {
    const rows = (entity === "post" ? posts : notes).filter((row) => isSeen(row, asked));
    if (entity === "note" || asked.locale === null) return rows;
    return rows.filter((row) => row.locale === asked.locale);
  }

  /** One record for each group: the first in one of these locales, else the one with the lowest id. */
  function firstOfGroups(rows: readonly Referrer[], locales: readonly (Locale | null)[]): readonly Referrer[] {
    const order = locales.filter((locale) => locale !== null);
    const place = (row: Referrer) => (order.includes(row.locale ?? "en") ? order.indexOf(row.locale ?? "en") : order.length);
    return [...Map.groupBy(rows, ({ group }) => group).values()].map(
      (of) => of.toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1))[0] as Referrer,
    );
  }

  /** The records that refer to the page's group. */
  function reverse(entity: "post" | "note", page: Page, asked: Asked): readonly Referrer[] {
    const of = (entity === "post" ? posts : notes).filter((row) => {
      const ids = entity === "post" ? [row.page] : row.pages;
      return isSeen(row, asked) && ids.some((id) => id !== null && groupOf(id) === page.group);
    });
    return entity === "note" ? of : firstOfGroups(of, wanted(asked, page.locale));
  }

  /** The posts that refer to the shelf. */
  function shelved(asked: Asked): readonly Referrer[] {
    return firstOfGroups(
      posts.filter((row) => row.isShelved && isSeen(row, asked)),
      wanted(asked, null),
    );
  }

  return {
    used,
    isStanding,
    isReadable,
    listed,
    reverse,
    shelved,
    sameGroup: (a: string, b: string) => groupOf(a) === groupOf(b),
  };
}
