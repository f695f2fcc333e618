/** The function that maintains one table of nested references, with the same name. Its statements are planned once per session. */
import { isNodeOf, jsonPathOf, markdownTargetOf, nodesOfKinds } from "../../references/nested-references.ts";
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

/** Where the references of one column are looked for in a content: the path of each, the JSON, and the JSON path of its ids in it. */
function placesOf({ references }: ReferenceColumn, documents: readonly Collected[]) {
  return references.map((reference) => {
    const { path, steps, field } = reference;
    const collected = documentOf(reference, documents);
    if (collected) return { path, steps: [], json: collected.variable, ids: jsonPath(collectedPath(steps, collected)) };
    const [inContent, inRow] = [jsonPath(jsonPathOf(steps, field.name)), jsonPath(jsonPathOf(steps, columnOfReference(reference)))];
    return { path, steps, json: sql`content`, ids: sql`case when of_draft then ${inContent} else ${inRow} end` };
  });
}

type Places = ReturnType<typeof placesOf>;

/** The targets as rows of `path` and `id`. */
function given(places: Places): Sql {
  const sets = places.map(({ path, steps, json, ids }) => sql`select ${literal(path)}, i from ${idsAt(json, ids, steps)} i`);
  return join(sets, " union all ");
}

/** Whether there may be any: most contents have none, which PL/pgSQL finds out without a query. */
function mayBeGiven(places: Places): Sql {
  const found = places.map(({ steps, json, ids }) =>
    markdownTargetOf({ steps }) === null ? sql`jsonb_path_exists(${json}, ${ids}, '{}', true)` : sql`true`,
  );
  return join(found, " or ");
}

function documentOf({ field, steps }: ReferenceColumn["references"][number], documents: readonly Collected[]): Collected | undefined {
  return documents.find((document) => document.field.name === field.name && isBelow(steps, document));
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

/** The variable that says whether the column at this position has references already. */
const had = (at: number): Sql => name(`had_${at}`);

function readHad({ table: of, columns }: ReferenceTable): Sql {
  const each = columns.map((referenceColumn) => sql`coalesce(bool_or(${column("r", referenceColumn.name)} is not null), false)`);
  const into = join(columns.map((_, at) => had(at)));
  return sql`
  select ${join(each)} into ${into} from ${table(of)} r where r.source_id = source and r.draft = of_draft;`;
}

/** @param hadAny - whether the column has references already. */
function keepColumn(of: Sql, referenceColumn: ReferenceColumn, { places, hadAny }: { places: Places; hadAny: Sql }): Sql {
  const own = column("r", referenceColumn.name);
  const ofSource = sql`from ${of} r where r.source_id = source and r.draft = of_draft`;
  const fresh = sql`select g.path, g.id from unnest(paths, ids) g (path, id) where not exists (select ${ofSource} and r.path = g.path and ${own} = g.id)`;
  const there = sql`select f.path, f.id from fresh f join ${table(referenceColumn.target.table)} t on t.id = f.id for key share of t`;
  const kept = sql`insert into ${of} (source_id, path, draft, ${name(referenceColumn.name)}) select source, t.path, of_draft, t.id from there t on conflict do nothing`;
  return sql`
  if ${hadAny} or ${mayBeGiven(places)} then
    select coalesce(array_agg(g.path), '{}'), coalesce(array_agg(g.id), '{}') into paths, ids from (${given(places)}) g (path, id);
    if ${hadAny} then
      delete ${ofSource} and ${own} is not null
        and not exists (select from unnest(paths, ids) g (path, id) where g.path = r.path and g.id = ${own});
    end if;
    if cardinality(ids) > 0 then
      for lost in with fresh as (${fresh}), there as (${there}), kept as (${kept})
        select f.path, f.id from fresh f where not exists (select from there t where t.path = f.path and t.id = f.id) loop
        if before is not null and not (${wasThere(referenceColumn)}) then
          raise foreign_key_violation using message = 'a record that is referred to is gone',
            detail = format('Key (%s)=(%s) is not present.', lost.path, lost.id);
        end if;
      end loop;
    end if;
  end if;`;
}

/**
 * Sets the references of a record, or of its draft, to those of its content whose records exist. One that is not in the content `before`
 * must exist, as with a foreign key; without `before` any may be missing. A draft without a record has none.
 */
export function keepingFunction(referenceTable: ReferenceTable): Step {
  const { entity, table: of, columns } = referenceTable;
  const documents = documentsOf(referenceTable);
  const parameters = sql`source uuid, of_draft boolean, content jsonb, before jsonb`;
  const kept = columns.map((each, at) => keepColumn(table(of), each, { places: placesOf(each, documents), hadAny: had(at) }));
  const body = join([...documents.map(collect), readHad(referenceTable), ...kept], "\n");
  const variables = [...documents.map(({ variable }) => sql`${variable} jsonb;`), ...columns.map((_, at) => sql`${had(at)} boolean;`)];
  const made = sql`create or replace function ${table(of)}(${parameters}) returns void language plpgsql ${pinned} as $keep$
declare
  paths text[];
  ids uuid[];
  lost record;
  ${join(variables, "\n")}
begin
  if of_draft and not exists (select from ${table(entity.table)} where id = source) then
    return;
  end if;${body}
end $keep$`;
  return { kind: "createFunction", definition: textOf(made), purpose: "references" };
}
