/** Functions that tell code in Markdown from other text, as `markdownProse` of the model does. */
import { CODE_FENCE, CODE_GAP, CODE_INDENT, LIST_END, LIST_ITEM } from "@colophon/model";
import { PINNED } from "./pinned.ts";

const IMMUTABLE = `language plpgsql immutable ${PINNED}`;

/** Texts and code in lines, in their order: code ends at as many backticks as it began with, and not behind a gap. */
const MARKDOWN_SPANS = `create or replace function cms.markdown_spans(prose text)
returns table (part text, is_code boolean) ${IMMUTABLE} as $$
declare
  tokens text[] := array(select m[1] from regexp_matches(prose, '[^\`]+|\`+', 'g') with ordinality r(m, n) order by n);
  gaps boolean[] := array(select t ~ '${CODE_GAP}' from unnest(tokens) with ordinality r(t, n) order by n);
  at integer := 1;
  candidate integer;
  last integer;
begin
  while at <= cardinality(tokens) loop
    last := null;
    if left(tokens[at], 1) = '\`' and (at = 1 or tokens[at - 1] !~ '(?<!\\\\)(\\\\\\\\)*\\\\$') then
      candidate := at + 2;
      while candidate <= cardinality(tokens) and last is null and not gaps[candidate - 1] loop
        if tokens[candidate] = tokens[at] then
          last := candidate;
        end if;
        candidate := candidate + 2;
      end loop;
    end if;
    part := array_to_string(tokens[at:coalesce(last, at)], '');
    is_code := last is not null;
    return next;
    at := coalesce(last, at) + 1;
  end loop;
end $$`;

/** The same, and the lines of blocks of code. Together, the parts are the text. */
const MARKDOWN_PARTS = `create or replace function cms.markdown_parts(content text)
returns table (part text, is_code boolean) ${IMMUTABLE} as $$
declare
  line text;
  break text := '';
  ending text;
  fence text := '';
  is_quoted boolean := false;
  is_list boolean := false;
  is_block_over boolean := true;
  prose text := '';
begin
  if content !~ '\`|~~~| {4}|\\t' then
    return query select content, false;
    return;
  end if;
  foreach line in array string_to_array(content, E'\\n') loop
    if fence <> '' and is_quoted and strpos(line, '>') = 0 then
      fence := '';
    end if;
    is_code := true;
    if fence = '' then
      if line ~ '^[ \\t\\r]*$' then
        is_block_over := true;
        is_code := false;
      elsif is_list or not is_block_over or line !~ '${CODE_INDENT}' then
        if line ~ '${LIST_ITEM}' then
          is_list := true;
        elsif is_block_over and line ~ '${LIST_END}' then
          is_list := false;
        end if;
        fence := coalesce(substring(line from '${CODE_FENCE}'), '');
        is_quoted := line ~ '^[ \\t]*>';
        is_code := fence <> '';
        is_block_over := is_code;
      end if;
    else
      ending := rtrim(ltrim(line, E' \\t>'), E' \\t\\r');
      if starts_with(ending, fence) and ending = repeat(left(fence, 1), length(ending)) then
        fence := '';
      end if;
    end if;
    if is_code then
      return query select * from cms.markdown_spans(prose);
      prose := '';
      part := break || line;
      return next;
    else
      prose := prose || break || line;
    end if;
    break := E'\\n';
  end loop;
  return query select * from cms.markdown_spans(prose);
end $$`;

/** The text with spaces for code. */
const MARKDOWN_PROSE = `create or replace function cms.markdown_prose(content text)
returns text language sql immutable begin atomic
  select string_agg(case when p.is_code then regexp_replace(p.part, '[^\\n]', ' ', 'g') else p.part end, '' order by p.n)
  from cms.markdown_parts(content) with ordinality p (part, is_code, n);
end`;

/** The text with a replacement, of the same length, for the group of each match of a pattern, in either case, but not in code. */
const REPLACED_IN_MARKDOWN = `create or replace function cms.replaced_in_markdown(content text, pattern text, replacement text)
returns text ${IMMUTABLE} as $$
declare
  prose text := cms.markdown_prose(content);
  at integer := 1;
begin
  loop
    at := regexp_instr(prose, pattern, at, 1, 0, 'i', 1);
    exit when at is null or at = 0;
    content := overlay(content placing replacement from at);
    at := at + length(replacement);
  end loop;
  return content;
end $$`;

/** In the order of their dependencies. */
export const MARKDOWN_FUNCTIONS: readonly string[] = [MARKDOWN_SPANS, MARKDOWN_PARTS, MARKDOWN_PROSE, REPLACED_IN_MARKDOWN];
