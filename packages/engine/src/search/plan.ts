/** SearchRequest → SearchPlan: what this actor may find, and in which way it is looked for. */
import type { Reach } from "../filter/contract.ts";
import { reachOf } from "../filter/plan.ts";
import { ruleFor } from "../permissions.ts";
import { rememberFor } from "../remember.ts";
import type { Actor, Field, Schema } from "../types.ts";
import type { SearchRequest } from "./request.ts";
import { searchedBy } from "./searched.ts";
import type { Searched } from "./searched.ts";
import { spellingsOf, twinsOf } from "./spellings.ts";

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

/** How a text is looked for. */
export interface Way {
  /** Trigrams of the text narrow the rows down; otherwise rows are looked at one by one, newest first. */
  readonly indexed: boolean;
  /** How a row that can't hold the text is told without Unicode's tables. */
  readonly sieve: Sieve;
}

/**
 * `spelled`: by the few spellings that the text, or a piece of it, has. `ascii`: by folding ASCII letters, which are all it has.
 * `foreign`: the same, but some letter of it has a twin beyond ASCII, as `k` in the Kelvin sign.
 */
export type Sieve = "spelled" | "ascii" | "foreign";

export interface SearchPlan {
  /** Only `planSearch` can set it: no statement without a permission check. */
  readonly [PLANNED]: true;
  /** In the configuration's order. */
  readonly targets: readonly SearchTarget[];
  readonly text: string;
  readonly limit: number;
  readonly way: Way;
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
const ASCII = /^[\x01-\x7f]*$/;

function wayOf(text: string, words: IndexedWords): Way {
  return { indexed: words !== "none" && TRIGRAM[words].test(text), sieve: sieveOf(text) };
}

function sieveOf(text: string): Sieve {
  if (!ASCII.test(text) || spellingsOf(text).isWhole) return "spelled";
  return twinsOf(text).length > 0 ? "foreign" : "ascii";
}

/** Plans a search over every entity that the actor may read. No permission is needed for that: without any, nothing is found. */
export function planSearch(schema: Schema, actor: Actor, { text, limit }: SearchRequest, words: IndexedWords): SearchPlan {
  const who = actor.kind === "system" ? "system" : `role ${actor.role}`;
  const targets = targetsFor(schema, who, () => Object.freeze(targetsOf(schema, actor)));
  return Object.freeze({ [PLANNED]: true as const, targets, text, limit, way: wayOf(text, words) });
}
