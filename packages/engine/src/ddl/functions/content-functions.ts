/** Functions that read and replace the ids in a JSON value. A path (`way`) has the steps of a nested reference. */
import { BEFORE_MARKDOWN_URL, UUID_PATTERN } from "@colophon/model";
import { MARKDOWN_FUNCTIONS } from "./markdown-functions.ts";
import { PINNED } from "./pinned.ts";

const UUID = `'${UUID_PATTERN.source}'`;

/** The ids at a path of a JSON value, each once. */
const IDS_IN = `create or replace function cms.ids_in(content jsonb, place jsonpath)
returns setof uuid language sql immutable begin atomic
  select distinct (v #>> '{}')::uuid from jsonb_path_query(content, place, '{}', true) v
  where jsonb_typeof(v) = 'string' and (v #>> '{}') ~ ${UUID};
end`;

/** A regular expression of what stands before an id in Markdown: an image names no entity. */
const BEFORE_ID = `create or replace function cms.before_id(entity text)
returns text language sql immutable begin atomic
  select '${BEFORE_MARKDOWN_URL}' || case entity when '' then 'asset:' else 'record:' || entity || '/' end;
end`;

/** The ids of an entity's records in Markdown. */
const IDS_IN_TEXT = `create or replace function cms.ids_in_text(content jsonb, place jsonpath, entity text)
returns setof uuid language sql immutable begin atomic
  select distinct m[1]::uuid from jsonb_path_query(content, place, '{}', true) v
  cross join lateral regexp_matches(cms.markdown_prose(v #>> '{}'), cms.before_id(entity) || '([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})', 'g') m
  where jsonb_typeof(v) = 'string';
end`;

/** Whether a node or mark of a document is one of a step: `^image`, `^record:article`. */
const IS_NODE_OF = `create or replace function cms.is_node_of(node jsonb, step text)
returns boolean language sql immutable begin atomic
  select coalesce(split_part(substr(step, 2), ':', 1) in (node ->> '_type', node ->> 'type'), false)
    and coalesce(nullif(split_part(step, ':', 2), '') = node #>> '{attrs,entity}', strpos(step, ':') = 0);
end`;

/**
 * The value with another id in place of these ids at the end of the path; without one null, and in a list of ids they are removed, as they
 * are from a list that has the other one already. In Markdown, which a step with `~` leads into, ids without another one stay.
 */
const WITH_REFERENCES = `create or replace function cms.with_references(content jsonb, way text[], old_ids uuid[], new_id uuid)
returns jsonb language plpgsql immutable ${PINNED} as $$
declare
  step text := way[1];
  rest text[] := way[2:];
  old_id uuid;
begin
  if cardinality(old_ids) = 0 or content is null then
    return content;
  elsif step is null then
    return case when (content #>> '{}') = any (old_ids::text[]) then coalesce(to_jsonb(new_id), 'null') else content end;
  elsif step in ('*', '-') then
    if jsonb_typeof(content) <> 'array' then
      return content;
    elsif step = '-' and (new_id is null or content @> to_jsonb(new_id)) then
      return (select coalesce(jsonb_agg(i.value order by i.place), '[]') from jsonb_array_elements(content) with ordinality i (value, place)
        where ((i.value #>> '{}') = any (old_ids::text[])) is not true);
    end if;
    return (select coalesce(jsonb_agg(cms.with_references(i.value, rest, old_ids, new_id) order by i.place), '[]')
      from jsonb_array_elements(content) with ordinality i (value, place));
  elsif left(step, 1) = '~' then
    if new_id is not null and jsonb_typeof(content) = 'string' then
      foreach old_id in array old_ids loop
        content := to_jsonb(cms.replaced_in_markdown(content #>> '{}', cms.before_id(substr(step, 2)) || '(' || old_id || ')', new_id::text));
      end loop;
    end if;
    return content;
  elsif left(step, 1) = '^' and jsonb_typeof(content) = 'array' then
    return (select coalesce(jsonb_agg(cms.with_references(i.value, way, old_ids, new_id) order by i.place), '[]')
      from jsonb_array_elements(content) with ordinality i (value, place));
  elsif left(step, 1) = '^' then
    if cms.is_node_of(content, step) then
      content := cms.with_references(content, rest, old_ids, new_id);
    end if;
    foreach step in array array['content', 'marks'] loop
      if jsonb_typeof(content -> step) = 'array' then
        content := content || jsonb_build_object(step, cms.with_references(content -> step, way, old_ids, new_id));
      end if;
    end loop;
    return content;
  elsif left(step, 1) = '?' then
    return case when content ->> '_type' = substr(step, 2) then cms.with_references(content, rest, old_ids, new_id) else content end;
  elsif jsonb_typeof(content) = 'object' and jsonb_exists(content, step) then
    return content || jsonb_build_object(step, cms.with_references(content -> step, rest, old_ids, new_id));
  end if;
  return content;
end $$`;

/** The value with null in place of these ids at the end of the path; in a list of ids they are removed. */
const WITHOUT_REFERENCES = `create or replace function cms.without_references(content jsonb, way text[], gone uuid[])
returns jsonb language sql immutable begin atomic
  select cms.with_references(content, way, gone, null);
end`;

/** A document with values in place of the ids at the end of the path: the members of `records` with their names, else null. */
const WITH_RECORDS = `create or replace function cms.with_records(content jsonb, way text[], records jsonb)
returns jsonb language plpgsql immutable ${PINNED} as $$
declare
  step text := way[1];
begin
  if step is null then
    return case jsonb_typeof(content) when 'string' then coalesce(records -> (content #>> '{}'), 'null') else content end;
  elsif left(step, 1) <> '^' then
    return case when jsonb_typeof(content) = 'object' and jsonb_exists(content, step)
      then content || jsonb_build_object(step, cms.with_records(content -> step, way[2:], records)) else content end;
  elsif jsonb_typeof(content) = 'array' then
    return (select coalesce(jsonb_agg(cms.with_records(i.value, way, records) order by i.place), '[]')
      from jsonb_array_elements(content) with ordinality i (value, place));
  end if;
  if cms.is_node_of(content, step) then
    content := cms.with_records(content, way[2:], records);
  end if;
  foreach step in array array['content', 'marks'] loop
    if jsonb_typeof(content -> step) = 'array' then
      content := content || jsonb_build_object(step, cms.with_records(content -> step, way, records));
    end if;
  end loop;
  return content;
end $$`;

/** In the order of their dependencies. */
export const CONTENT_FUNCTIONS: readonly string[] = [
  ...MARKDOWN_FUNCTIONS,
  IDS_IN,
  BEFORE_ID,
  IDS_IN_TEXT,
  IS_NODE_OF,
  WITH_REFERENCES,
  WITHOUT_REFERENCES,
  WITH_RECORDS,
];
