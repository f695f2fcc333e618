/** SearchRequest → SearchPlan: what this actor may find, and whether trigrams help to find it. */
import type { Reach } from "../filter/contract.ts";
import { reachOf } from "../filter/plan.ts";
import { ruleFor } from "../permissions.ts";
import { rememberFor } from "../remember.ts";
import type { Actor, Field, Schema } from "../types.ts";
import type { Searched } from "./marked.ts";
import type { SearchRequest } from "./request.ts";
import { searchedBy } from "./searched.ts";

const PLANNED: unique symbol = Symbol("planned");

/** The characters of which the database's trigram indexes are made: none without pg_trgm, ASCII alone where its `datctype` is C. */
export type IndexedWords = "none" | "ascii" | "unicode";

/** One entity that is searched, with what the actor may see of it. */
export interface SearchTarget {
  readonly reach: Reach;
  readonly searched: readonly Searched[];
  /** Those of `createdAt` and `updatedAt` that the answer shows. */
  readonly times: readonly Field[];
}

export interface SearchPlan {
  /** Only `planSearch` can set it: no statement without a permission check. */
  readonly [PLANNED]: true;
  /** In the configuration's order. */
  readonly targets: readonly SearchTarget[];
  readonly text: string;
  readonly limit: number;
  /** Trigrams of the text narrow the rows down; otherwise the rows' words are read from end to end. */
  readonly indexed: boolean;
}

const targetsFor = rememberFor<readonly SearchTarget[]>();

function targetsOf(schema: Schema, actor: Actor): readonly SearchTarget[] {
  return [...schema.entities.values()].flatMap((entity) => {
    const rule = ruleFor(schema, actor, entity.name, "read");
    const searched = rule ? searchedBy(actor, entity, rule) : [];
    if (!rule || searched.length === 0) return [];
    const times = ["createdAt", "updatedAt"].flatMap((name) => (rule.exclude.has(name) ? [] : (entity.byName.get(name) ?? [])));
    return [{ reach: reachOf(schema, actor, entity, rule), searched, times }];
  });
}

/** Three word characters in a row make a trigram; so do two beside a character that no word has. */
const TRIGRAM = {
  ascii: /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]{2}/i,
  unicode: /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u,
};

/** Plans a search over every entity that the actor may read. No permission is needed for that: without any, nothing is found. */
export function planSearch(schema: Schema, actor: Actor, { text, limit }: SearchRequest, words: IndexedWords): SearchPlan {
  const who = actor.kind === "system" ? "system" : `role ${actor.role}`;
  const targets = targetsFor(schema, who, () => Object.freeze(targetsOf(schema, actor)));
  return Object.freeze({ [PLANNED]: true as const, targets, text, limit, indexed: words !== "none" && TRIGRAM[words].test(text) });
}
