/** A model in memory of pages in several languages, and of the references to them. */

export type Locale = "en" | "de" | "fr";
export type Kind = "note" | "guide" | "part" | "article";

export interface Page {
  readonly id: string;
  readonly group: string;
  readonly locale: Locale;
  state: "live" | "trash" | "gone";
}

/** A record whose references all contain one id. */
export interface Referrer {
  readonly id: string;
  readonly kind: Kind;
  page: string | null;
}

const LOCALES = ["en", "de", "fr"];

/** Notes and drafts of articles lose a reference, guides keep its page, parts are deleted with it. */
export function createGroupModel() {
  const pages: Page[] = [];
  let referrers: Referrer[] = [];
  const byId = (id: string | null) => pages.find((page) => page.id === id);
  const live = (group: string | undefined) => pages.filter((page) => page.group === group && page.state === "live");

  /** The page that references move to: all are published. */
  function other(page: Page): Page | undefined {
    const place = ({ locale }: Page) => (locale === LOCALES[0] ? 0 : 1);
    return live(page.group)
      .filter((candidate) => candidate !== page)
      .toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1))[0];
  }

  /** Whether a guide refers to the page, or to one of its group in the trash, so that the last live one stays. */
  function isKept(page: Page): boolean {
    const held = pages.filter(
      (candidate) => candidate === page || (page.state === "live" && candidate.group === page.group && candidate.state === "trash"),
    );
    return referrers.some(({ kind, page: id }) => kind === "guide" && held.some((page) => page.id === id));
  }

  /** A stored id stands for its group as long as one of it is not in the trash. */
  const isStanding = (id: string | null): boolean => live(byId(id)?.group).length > 0;

  return {
    pages,
    referrers: () => referrers,
    isStanding,

    add(page: Omit<Page, "state">): void {
      pages.push({ ...page, state: "live" });
    },

    refer(referrer: Referrer): void {
      referrers = [...referrers.filter(({ id }) => id !== referrer.id), referrer];
    },

    trash(page: Page): 200 | 409 {
      if (!other(page) && isKept(page)) return 409;
      page.state = "trash";
      return 200;
    },

    remove(page: Page): 200 | 409 {
      const next = other(page);
      if (!next && isKept(page)) return 409;
      page.state = "gone";
      const isLost = ({ page: id }: Referrer) => id === page.id;
      if (!next) referrers = referrers.filter((referrer) => !isLost(referrer) || referrer.kind !== "part");
      for (const referrer of referrers.filter(isLost)) referrer.page = next?.id ?? null;
      return 200;
    },

    restore(page: Page): 200 | 409 {
      if (live(page.group).some(({ locale }) => locale === page.locale)) return 409;
      page.state = "live";
      return 200;
    },

    /** The page that a reference of a record leads to. */
    used(id: string | null, own: Locale | null): string | null {
      const of = live(byId(id)?.group).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const wanted = own === null ? ["en"] : [own, "en"];
      const first = wanted.flatMap((locale) => of.find((page) => page.locale === locale) ?? [])[0];
      return (first ?? of.find((page) => page.id === id) ?? of[0])?.id ?? null;
    },
  };
}
