/** The function that maintains one table of nested references, with the same name. Its statements are planned once per session. */
import { isNodeOf, jsonPathOf, nodesOfKinds } from "../../references/nested-references.ts";
import { columnOfReference } from "../../references/reference-tables.ts";
import type { ReferenceColumn, ReferenceTable } from "../../references/reference-tables.ts";
import { idsAt } from "../../sql/kept-references.ts";
import { column, join, jsonPath, literal, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Field } from "../../types.ts";
import { pinned } from "../functions/pinned.ts";
import type { Step } from "../steps/step.ts";

/** References in documents: their nodes and marks are collected once, for all kinds. */
interface Collected {
  /** The variable that has them. */
  readonly variable: Sql;
  readonly field: Field;
  /** The column of the document in the record's row. */
  readonly inRow: string;
  /** The path to the document. */
  readonly prefix: readonly string[];
  readonly kinds: ReadonlySet<string>;
}

const isNodes = (step: string): boolean => step.startsWith("^");
const prefixOf = (steps: readonly string[]): readonly string[] => steps.slice(0, steps.findIndex(isNodes));
const kindOf = (step: string): string => step.slice(1).split(":")[0] ?? "";

/** The documents with references, each with the kinds of nodes and marks that have them. */
function documentsOf({ columns }: ReferenceTable): readonly Collected[] {
  const found = columns.flatMap(({ references }) => references).filter(({ steps }) => steps.some(isNodes));
  const documents = Map.groupBy(found, ({ field, steps }) => JSON.stringify([field.name, prefixOf(steps)]));
  return [...documents.values()].flatMap((references, at) => {
    const [first] = references;
    if (!first) return [];
    const kinds = new Set(references.map(({ steps }) => kindOf(steps.find(isNodes) ?? "")));
    return [{ variable: name(`nodes_${at}`), field: first.field, inRow: columnOfReference(first), prefix: prefixOf(first.steps), kinds }];
  });
}

function collect({ variable, field, inRow: own, prefix, kinds }: Collected): Sql {
  const path = (member: string) => jsonPath(`${jsonPathOf(prefix, member)}${nodesOfKinds([...kinds])}`);
  const [inContent, inRow] = [path(field.name), path(own)];
  return sql`
  ${variable} := jsonb_path_query_array(content, case when of_draft then ${inContent} else ${inRow} end, '{}', true);`;
}

/** The targets of one column of references in a content, as rows of `path` and `id`. */
function given({ references }: ReferenceColumn, documents: readonly Collected[]): Sql {
  const sets = references.map((reference) => {
    const { path, steps, field } = reference;
    const collected = documents.find((document) => document.field.name === field.name && isBelow(steps, document));
    if (collected)
      return sql`select ${literal(path)}, i from cms.ids_in(${collected.variable}, ${jsonPath(collectedPath(steps, collected))}) i`;
    const [inContent, inRow] = [jsonPath(jsonPathOf(steps, field.name)), jsonPath(jsonPathOf(steps, columnOfReference(reference)))];
    return sql`select ${literal(path)}, i from ${idsAt(sql`content`, sql`case when of_draft then ${inContent} else ${inRow} end`, steps)} i`;
  });
  return join(sets, " union all ");
}

/** Whether a reference is in a document. */
function isBelow(steps: readonly string[], { prefix }: Collected): boolean {
  return steps.some(isNodes) && JSON.stringify(prefixOf(steps)) === JSON.stringify(prefix);
}

/** The path from the collected nodes and marks. */
function collectedPath(steps: readonly string[], { prefix }: Collected): string {
  const [node = "", ...rest] = steps.slice(prefix.length);
  return `$[*] ? (${isNodeOf(node.slice(1))})${jsonPathOf(rest).slice(1)}`;
}

function wasThere({ references }: ReferenceColumn): Sql {
  const places = references.map((reference) => {
    const { path, steps } = reference;
    const ids = idsAt(sql`before`, jsonPath(jsonPathOf(steps, columnOfReference(reference))), steps);
    return sql`(lost.path = ${literal(path)} and lost.id in (select ${ids}))`;
  });
  return join(places, " or ");
}

function keepColumn(of: Sql, referenceColumn: ReferenceColumn, documents: readonly Collected[]): Sql {
  const own = column("r", referenceColumn.name);
  const ofSource = sql`from ${of} r where r.source_id = source and r.draft = of_draft`;
  const fresh = sql`select g.path, g.id from unnest(paths, ids) g (path, id) where not exists (select ${ofSource} and r.path = g.path and ${own} = g.id)`;
  const there = sql`select f.path, f.id from fresh f join ${table(referenceColumn.target.table)} t on t.id = f.id for key share of t`;
  const kept = sql`insert into ${of} (source_id, path, draft, ${name(referenceColumn.name)}) select source, t.path, of_draft, t.id from there t on conflict do nothing`;
  return sql`
  select coalesce(array_agg(g.path), '{}'), coalesce(array_agg(g.id), '{}') into paths, ids from (${given(referenceColumn, documents)}) g (path, id);
  delete ${ofSource} and ${own} is not null
    and not exists (select from unnest(paths, ids) g (path, id) where g.path = r.path and g.id = ${own});
  if cardinality(ids) > 0 then
    for lost in with fresh as (${fresh}), there as (${there}), kept as (${kept})
      select f.path, f.id from fresh f where not exists (select from there t where t.path = f.path and t.id = f.id) loop
      if before is not null and not (${wasThere(referenceColumn)}) then
        raise foreign_key_violation using message = 'a record that is referred to is gone',
          detail = format('Key (%s)=(%s) is not present.', lost.path, lost.id);
      end if;
    end loop;
  end if;`;
}

/**
 * Sets the references of a record, or of its draft, to those of its content whose records exist. One that is not in the content `before`
 * must exist, as with a foreign key; without `before` any may be missing.
 */
export function keepingFunction(referenceTable: ReferenceTable): Step {
  const { table: of, columns } = referenceTable;
  const documents = documentsOf(referenceTable);
  const parameters = sql`source uuid, of_draft boolean, content jsonb, before jsonb`;
  const body = join([...documents.map(collect), ...columns.map((column) => keepColumn(table(of), column, documents))], "\n");
  const variables = documents.map(({ variable }) => sql`${variable} jsonb;`);
  const made = sql`create or replace function ${table(of)}(${parameters}) returns void language plpgsql ${pinned} as $keep$
declare
  paths text[];
  ids uuid[];
  lost record;
  ${join(variables, "\n")}
begin${body}
end $keep$`;
  return { kind: "createFunction", definition: textOf(made), purpose: "references" };
}
