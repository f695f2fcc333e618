/** SearchRequest → SearchPlan: what this actor may find, and whether trigrams help to find it. */
import { optionValues } from "@colophon/model";
import { isVisible, ruleFor } from "../permissions/permissions.ts";
import { placeholder } from "../placeholder.ts";
import type { Placeholder } from "../placeholder.ts";
import { throwProblems } from "../request/parameters.ts";
import type { SearchRequest } from "../request/search.ts";
import { searchedIn } from "../searchable.ts";
import type { Searched } from "../searchable.ts";
import type { Actor, Entity, Field, PlanValues, Rule, Schema } from "../types.ts";
import type { Reader, RowFilter } from "./filter/contract.ts";
import { rowFilterOf } from "./filter/plan.ts";
import { isHidden } from "./filter/visible.ts";
import { planned, rememberedPlan, roleKey, withValues } from "./planned.ts";
import type { PlanOf } from "./planned.ts";

/** The characters in the database's trigram indexes: none without pg_trgm, only ASCII if its `datctype` is C. */
export type IndexedWords = "none" | "ascii" | "unicode";

/** One searched entity, with what the actor may see of it. */
export interface SearchTarget {
  readonly rowFilter: RowFilter;
  readonly searched: readonly Searched[];
  /** Those of `createdAt`, `updatedAt` and `locale` that the answer contains. */
  readonly automatic: readonly Field[];
}

/** A text that at least one of a record's searched values must contain. */
export interface HeldText {
  readonly searched: readonly Searched[];
  readonly text: string;
  /** For each select with several values, its options that contain the text. */
  readonly options: ReadonlyMap<Searched, readonly string[]>;
  /** Trigrams of the text narrow the rows down. */
  readonly indexed: boolean;
  /** The rows that the reader sees, as far as the indexes can tell. */
  readonly rows: RowFilter;
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

/** The searched values that this actor may see, in the configuration's order. */
function searchedBy(actor: Actor, entity: Entity, rule: Rule): readonly Searched[] {
  const seen = entity.fields.filter((field) => isVisible(actor, rule, field));
  return seen.flatMap((field) => searchedIn(field, (definition, path) => isHidden({ actor }, rule, definition, path)));
}

function targetsOf(schema: Schema, actor: Actor): readonly SearchTarget[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const rule = ruleFor(schema, actor, entity.name, "read");
    const searched = rule ? searchedBy(actor, entity, rule) : [];
    if (!rule || searched.length === 0) return [];
    const automatic = ["createdAt", "updatedAt", "locale"].flatMap((name) =>
      rule.exclude.has(name) ? [] : (entity.byName.get(name) ?? []),
    );
    return [{ rowFilter: rowFilterOf(schema, actor, entity, rule), searched, automatic }];
  });
}

/**
 * A text that the rows of a list must contain in a visible value. The database's trigram characters are not considered: all databases
 * support ASCII. Problems are added to `reader.problems`.
 */
export function planHeldText({ actor, problems }: Reader, rule: Rule, rows: RowFilter, text: string): HeldText {
  const searched = searchedBy(actor, rows.entity, rule);
  if (searched.length === 0) problems.push({ field: "q", message: `${rows.entity.name} has no searchable fields` });
  const lists = searched.filter(({ kind }) => kind === "choices");
  const options = new Map(lists.map((list) => [list, optionsWith(list, text)]));
  return { searched, text, options, indexed: TRIGRAM.ascii.test(text), rows };
}

function framePlan(schema: Schema, actor: Actor, { locale }: SearchRequest, indexed: boolean): SearchPlan {
  const targets = targetsOf(schema, actor);
  const lists = targets.flatMap(({ searched }) => searched).filter(({ kind }) => kind === "choices");
  return planned<SearchPlan>({
    kind: "search",
    targets,
    lists: lists.map((list, at) => ({ list, options: placeholder(`options${at}`) })),
    locale: locale === null ? null : placeholder("locale"),
    indexed,
  });
}

/** The options of a list that contain the text. */
function optionsWith({ field: { definition } }: Searched, text: string): readonly string[] {
  const options = definition.type === "select" ? optionValues(definition.options) : [];
  return options.filter((option) => optionKey(option).includes(optionKey(text)));
}

/** The search key of an option; PostgreSQL computes those of stored texts. */
function optionKey(text: string): string {
  const plain = text
    .toUpperCase()
    .normalize("NFD")
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu, "$1");
  return plain.normalize("NFC").replaceAll("Ł", "L").replaceAll("Ø", "O").replaceAll("Đ", "D");
}

/** Three word characters in a row make a trigram; so do two next to a character that is not in words. */
const TRIGRAM = {
  ascii: /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]{2}/i,
  unicode: /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u,
};

/**
 * Plans a search over every entity that the actor may read; null if there is none. No permission is needed.
 * @throws VALIDATION_ERROR for a language that the site does not have
 */
export function planSearch(schema: Schema, actor: Actor, request: SearchRequest, words: IndexedWords): SearchPlan | null {
  const { text, limit, locale } = request;
  const { locales } = schema.config;
  if (locale !== null && !locales.includes(locale)) throwProblems([{ field: "locale", message: `must be one of ${locales.join(", ")}` }]);
  const indexed = words !== "none" && TRIGRAM[words].test(text);
  const key = JSON.stringify(["search", roleKey(actor), indexed, locale !== null]);
  const plan = rememberedPlan(schema, key, () => framePlan(schema, actor, request, indexed));
  if (plan.targets.length === 0) return null;
  const options: PlanValues = Object.fromEntries(plan.lists.map((one) => [one.options.name, optionsWith(one.list, text)]));
  return withValues(plan, { text, limit, locale, ...options });
}
