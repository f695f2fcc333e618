/** SQL functions for stored JSON whose definition changes. */
import { CHOSEN_NODES, NODE_PARTS } from "@colophon/model";
import { PINNED } from "./pinned.ts";

const NODE_NAMES = [...CHOSEN_NODES, ...NODE_PARTS].map((name) => `'${name}'`).join(", ");

/** Whether a value is a node of a document, with the members that nodes have at every depth. `key` names its type. Attributes aren't checked. */
const IS_NODE = `create or replace function cms.is_node(node jsonb, key text)
returns boolean language plpgsql immutable ${PINNED} as $$
begin
  if jsonb_typeof(node) is distinct from 'object' then
    return false;
  elsif key = 'type' and node ->> 'type' = 'text' then
    return jsonb_typeof(node -> 'text') = 'string' and node - array['type', 'text', 'marks'] = '{}'
      and coalesce(jsonb_typeof(node -> 'marks') = 'array', true);
  end if;
  return coalesce(node ->> key in (${NODE_NAMES}), false) and node - array[key, 'attrs', 'content'] = '{}'
    and coalesce(jsonb_typeof(node -> 'attrs') = 'object', true) and coalesce(jsonb_typeof(node -> 'content') = 'array', true)
    and not exists (select from jsonb_array_elements(coalesce(node -> 'content', '[]')) c where not cms.is_node(c.value, 'type'));
end $$`;

/**
 * Converts a stored value to a shape (`StoredShape`). `lost` has the path of each part that the result doesn't contain, without positions in
 * lists. Empty texts, lists and objects are not counted as lost.
 */
const RESHAPE = `create or replace function cms.reshape(given jsonb, shape jsonb, path text, out value jsonb, out lost text[])
language plpgsql immutable ${PINNED} as $$
declare
  wanted text := shape ->> 'kind';
  kind text := coalesce(jsonb_typeof(given), 'null');
  content text := given #>> '{}';
  inner_value jsonb;
  inner_lost text[];
  item jsonb;
  own jsonb;
  key text;
  used text[] := '{}';
begin
  lost := '{}';
  if kind = 'null' or wanted = 'any' or (wanted = 'document' and kind = 'array') then
    value := given;
    return;
  end if;
  if wanted = 'nodes' and kind = 'array' then
    value := '[]';
    for item in select i.value from jsonb_array_elements(given) i loop
      select b.value into own from jsonb_array_elements(shape -> 'blocks') b
        where b.value ->> 'name' = item ->> '_type' or b.value ->> 'from' = item ->> '_type' order by b.value ->> 'name' = item ->> '_type' desc limit 1;
      if own is not null and item - '_type' - 'attrs' = '{}' then
        select r.value, r.lost into inner_value, inner_lost
          from cms.reshape(coalesce(item -> 'attrs', '{}'), own -> 'of', path || '.' || (own ->> 'name')) r;
        value := value || jsonb_build_array(jsonb_build_object('_type', own -> 'name', 'attrs', inner_value));
        lost := lost || inner_lost;
      elsif cms.is_node(item, '_type') then
        value := value || jsonb_build_array(item);
      else
        lost := lost || concat_ws('.', path, item ->> '_type');
      end if;
    end loop;
    return;
  end if;
  if wanted in ('list', 'blocks') then
    value := '[]';
    for item in select i.value from jsonb_array_elements(case kind when 'array' then given else jsonb_build_array(given) end) i loop
      if wanted = 'list' then
        select r.value, r.lost into inner_value, inner_lost from cms.reshape(item, shape -> 'of', path) r;
      else
        select b.value into own from jsonb_array_elements(shape -> 'blocks') b
          where b.value ->> 'name' = item ->> '_type' or b.value ->> 'from' = item ->> '_type' order by b.value ->> 'name' = item ->> '_type' desc limit 1;
        if own is not null then
          select r.value, r.lost into inner_value, inner_lost
            from cms.reshape(item - '_type' - '_key', own -> 'of', path || '.' || (own ->> 'name')) r;
          inner_value := inner_value || jsonb_build_object('_type', own -> 'name')
            || case when item ? '_key' then jsonb_build_object('_key', item -> '_key') else '{}' end;
        else
          inner_value := null;
          inner_lost := array[concat_ws('.', path, item ->> '_type')];
        end if;
      end if;
      lost := lost || inner_lost;
      if jsonb_typeof(inner_value) <> 'null' then
        value := value || jsonb_build_array(inner_value);
      end if;
    end loop;
    return;
  end if;
  if kind = 'array' and jsonb_array_length(given) < 2 then -- a list of one value becomes the value
    select r.value, r.lost into value, lost from cms.reshape(coalesce(given -> 0, 'null'), shape, path) r;
    return;
  end if;
  if wanted = 'object' and kind = 'object' then
    value := '{}';
    for own in select m.value from jsonb_array_elements(shape -> 'members') m loop
      key := case when given ? (own ->> 'name') then own ->> 'name' else own ->> 'from' end;
      if given ? key then
        used := used || key;
        select r.value, r.lost into inner_value, inner_lost from cms.reshape(given -> key, own -> 'of', path || '.' || (own ->> 'name')) r;
        value := value || jsonb_build_object(own ->> 'name', coalesce(inner_value, 'null'));
        lost := lost || inner_lost;
      end if;
    end loop;
    lost := lost || array(select path || '.' || m.key from jsonb_each(given) m
      where m.key <> all (used) and m.value not in ('null', '[]', '{}', '""'));
    return;
  end if;
  value := case wanted
    when 'text' then case when kind in ('string', 'number', 'boolean') then to_jsonb(content) end
    when 'number' then case when kind = 'number' then given
      when kind = 'string' and content ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then to_jsonb(content::numeric) end
    when 'integer' then case when kind = 'number' and trunc(content::numeric) = content::numeric and abs(content::numeric) < 9007199254740992
      or kind = 'string' and content ~ '^-?[0-9]{1,15}$' then to_jsonb(trunc(content::numeric)) end
    when 'boolean' then case when kind in ('string', 'boolean') and content in ('true', 'false') then to_jsonb(content::boolean) end
    when 'date' then case when content ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(content, 'date') then given end
    when 'datetime' then case
      when content ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(content, 'date') then to_jsonb(content || 'T00:00:00.000Z')
      when content ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T.*Z$' and pg_input_is_valid(content, 'timestamptz') then given end
    when 'id' then case when kind = 'string' and pg_input_is_valid(content, 'uuid') then given end
  end;
  if value is null then
    value := 'null';
    lost := case when given in ('""', '{}') then '{}'::text[] else array[path] end;
  end if;
end $$`;

/**
 * After the switch, while processes with another configuration run: refuses a value that doesn't have the shape. Arguments: the column, or the
 * field in the column `data` of a version, and the shape. The error is that of a lock that is not available, so the request can be repeated.
 */
const REFUSE_SHAPE = `create or replace function cms.refuse_shape() returns trigger language plpgsql ${PINNED} as $$
declare
  given jsonb := to_jsonb(new) -> tg_argv[0];
begin
  if tg_table_schema = 'cms' then
    given := new.data -> tg_argv[0];
  elsif tg_op = 'UPDATE' and given is not distinct from to_jsonb(old) -> tg_argv[0] then
    return new;
  end if;
  if (select r.value is distinct from given from cms.reshape(given, tg_argv[1]::jsonb, tg_argv[0]) r) then
    raise exception 'the configuration of this process is no longer that of the database' using errcode = '55P03';
  end if;
  return new;
end $$`;

export const SHAPE_FUNCTIONS: readonly string[] = [IS_NODE, RESHAPE, REFUSE_SHAPE];
