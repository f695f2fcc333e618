import { MAX_SLUG_LENGTH } from "@colophon/model";
import { PINNED } from "./pinned.ts";

/** Advisory locks of the schema's SQL functions. `packages/database/src/locks.ts` lists them with all others. */
export const FUNCTION_LOCKS = { slug: 72_707_370, lastAdmin: 72_707_371 } as const;

/** SQL functions that make slugs unique while a record is written. */

/** Whether a row has the slug, or a draft claims it. */
const SLUG_TAKEN = `create or replace function cms.slug_taken(
  of text, slug_column text, candidate text, in_locale text, of_entity text, of_field text)
returns boolean language plpgsql ${PINNED} as $$
declare
  taken boolean;
begin
  execute format('select exists (select from %s where %I collate "und-x-icu" = $1 %s)', of, slug_column,
    case when in_locale is null then '' else 'and locale = $2' end) into taken using candidate, in_locale;
  return taken or exists (
    select from cms.draft_claims claim where claim.entity = of_entity and claim.field = of_field
    and claim.scope = coalesce(in_locale, '') and claim.value = candidate);
end $$`;

/**
 * The first free one of base, base-2, base-3 …; after 16 it doubles its steps and then bisects, so that the ten-thousandth record of one
 * title needs at most thirty queries. Concurrent writers of the same base wait for each other.
 */
const FREE_SLUG = `create or replace function cms.free_slug(
  of text, slug_column text, base text, in_locale text, of_entity text, of_field text)
returns text language plpgsql ${PINNED} as $$
declare
  low integer := 1;
  high integer := 2;
  middle integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(of || ':' || slug_column || ':' || base, ${FUNCTION_LOCKS.slug}));
  if not cms.slug_taken(of, slug_column, base, in_locale, of_entity, of_field) then
    return base;
  end if;
  while cms.slug_taken(of, slug_column, cms.numbered_slug(base, high), in_locale, of_entity, of_field) loop
    low := high;
    high := case when high < 16 then high + 1 else high * 2 end;
  end loop;
  while high - low > 1 loop
    middle := (low + high) / 2;
    if cms.slug_taken(of, slug_column, cms.numbered_slug(base, middle), in_locale, of_entity, of_field) then
      low := middle;
    else
      high := middle;
    end if;
  end loop;
  return cms.numbered_slug(base, high);
end $$`;

/** base-2, not longer than a slug can be and without a hyphen before the hyphen. */
const NUMBERED_SLUG = `create or replace function cms.numbered_slug(base text, suffix integer)
returns text language sql immutable begin atomic
  select rtrim(left(base, ${MAX_SLUG_LENGTH - 1} - length(suffix::text)), '-') || '-' || suffix;
end`;

/** In the order of their dependencies. */
export const SLUG_FUNCTIONS: readonly string[] = [NUMBERED_SLUG, SLUG_TAKEN, FREE_SLUG];
