/** SearchRequest → SearchPlan: what this principal may find, and whether trigrams help to find it. */
import { ruleFor } from "../permissions/permissions.ts";
import { placeholder, type Placeholder } from "../placeholder.ts";
import { throwProblems } from "../request/parameters.ts";
import type { SearchRequest } from "./query.ts";
import type { Searched } from "../searchable.ts";
import type { Principal, Field, Schema } from "../types.ts";
import type { PlanValues } from "../statements.ts";
import type { RowFilter } from "../plan/filter/contract.ts";
import { rowFilterOf } from "../plan/filter/plan.ts";
import { optionsWith, searchedBy, TRIGRAM } from "../plan/held-text.ts";
import { createPlan, cachedPlan, roleKey, withValues, type PlanOf } from "../plan/plan.ts";

/** The characters in the database's trigram indexes: none without pg_trgm, only ASCII if its `datctype` is C. */
export type IndexedWords = "none" | "ascii" | "unicode";

/** One searched entity, with what the principal may see of it. */
export interface SearchTarget {
  readonly rowFilter: RowFilter;
  readonly searched: readonly Searched[];
  /** Those of `createdAt`, `updatedAt` and `locale` that the answer contains. */
  readonly automatic: readonly Field[];
}

export interface SearchPlan extends PlanOf<"search"> {
  /** In the configuration's order. */
  readonly targets: readonly SearchTarget[];
  /** Each select with several values, with its options that contain the text: an index over the field can answer. */
  readonly lists: readonly { readonly list: Searched; readonly options: Placeholder }[];
  /** The searched language, null for all. */
  readonly locale: Placeholder | null;
  /** Trigrams of the text narrow the rows down; otherwise the texts of all rows are read. */
  readonly indexed: boolean;
}

function targetsOf(schema: Schema, principal: Principal): readonly SearchTarget[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const rule = ruleFor(schema, principal, entity.name, "read");
    const searched = rule ? searchedBy(principal, entity, rule) : [];
    if (!rule || searched.length === 0) return [];
    const automatic = ["createdAt", "updatedAt", "locale"].flatMap((name) =>
      rule.exclude.has(name) ? [] : (entity.byName.get(name) ?? []),
    );
    return [{ rowFilter: rowFilterOf(schema, principal, entity, rule), searched, automatic }];
  });
}

function framePlan(schema: Schema, principal: Principal, { locale }: SearchRequest, indexed: boolean): SearchPlan {
  const targets = targetsOf(schema, principal);
  const lists = targets.flatMap(({ searched }) => searched).filter(({ kind }) => kind === "choices");
  return createPlan<SearchPlan>({
    kind: "search",
    targets,
    lists: lists.map((list, at) => ({ list, options: placeholder(`options${at}`) })),
    locale: locale === null ? null : placeholder("locale"),
    indexed,
  });
}

/**
 * Plans a search over every entity that the principal may read; null if there is none. No permission is needed.
 * @throws VALIDATION_ERROR for a language that the site does not have
 */
export function planSearch(schema: Schema, principal: Principal, request: SearchRequest, words: IndexedWords): SearchPlan | null {
  const { text, limit, locale } = request;
  const { locales } = schema.config;
  if (locale !== null && !locales.includes(locale)) throwProblems([{ field: "locale", message: `must be one of ${locales.join(", ")}` }]);
  const indexed = words !== "none" && TRIGRAM[words].test(text);
  const key = JSON.stringify(["search", roleKey(principal), indexed, locale !== null]);
  const plan = cachedPlan(schema, key, () => framePlan(schema, principal, request, indexed));
  if (plan.targets.length === 0) return null;
  const options: PlanValues = Object.fromEntries(plan.lists.map((list) => [list.options.name, optionsWith(list.list, text)]));
  return withValues(plan, { text, limit, locale, ...options });
}
