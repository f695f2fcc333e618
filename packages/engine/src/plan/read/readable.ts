/** What the plans of lists and of single records have in common: which rows, with or without drafts, and what of them. */
import { AppError } from "@colophon/errors";
import { draftRuleFor, ruleFor } from "../../permissions/permissions.ts";
import type { Actor, Entity, ReadRequest, Rule, Schema } from "../../types.ts";
import { targetsOf } from "../targets.ts";
import type { Targets } from "../targets.ts";
import type { Filter, Reader, RowFilter } from "../filter/contract.ts";
import { rowFilterOf } from "../filter/plan.ts";
import { rightsOf, trashRights } from "../selection/rights.ts";
import { planSelection, withRights } from "../selection/selection.ts";
import type { Selection } from "../selection/selected.ts";
import type { TrashRowFilter } from "../trash.ts";

export interface Readable {
  readonly rowFilter: RowFilter;
  /** Pending changes are laid over what is live, and never-published records are shown. Null for a live read. */
  readonly draft: DraftRowFilter | null;
  /** One record is shown as its preview has it, the others as without it. */
  readonly preview: Preview | null;
  /** Of a read of the trash: its rows. */
  readonly trashed: TrashRowFilter | null;
  readonly selection: Selection;
  /** The members that were asked for by name, where the selection has them all for the sake of hooks; else null. */
  readonly shown: readonly string[] | null;
}

/** Which rows with drafts somebody may read: a live row must pass a filter as well as the row with its draft. */
export interface DraftRowFilter {
  readonly targets: Targets;
  /** The read filter. */
  readonly read: Filter | null;
  /** That of the permission by which drafts are read. */
  readonly draft: Filter | null;
}

/** The previewed record: the value `previewId`. Its row is read with the row filters of the link's creator. */
export interface Preview {
  /** Null where the maker may not read drafts (any more): then nobody sees the record. */
  readonly draft: DraftRowFilter | null;
  /** Fields that the maker may not read. */
  readonly unseen: ReadonlySet<string>;
}

export function readerOf(schema: Schema, actor: Actor, drafted: Entity | null = null): Reader {
  return { schema, actor, trusted: false, drafted, problems: [], work: { textScans: 0 }, named: [] };
}

/** Reading drafts needs a permission. Drafts must match both row filters: the one for reading and the one for drafts. */
export function draftRowFilterFor(reader: Reader, { entity, filter }: RowFilter): DraftRowFilter {
  const { schema, actor, problems } = reader;
  const rule = draftRuleFor(schema, actor, entity.name);
  if (!entity.versions) problems.push({ field: "draft", message: `${entity.name} has no drafts` });
  if (!rule) throw new AppError("FORBIDDEN");
  const isReadRule = rule === ruleFor(schema, actor, entity.name, "read");
  const draft = isReadRule ? filter : rowFilterOf(schema, actor, entity, rule).filter;
  return { targets: targetsOf(schema, entity), read: filter, draft };
}

type Shown = Pick<ReadRequest, "fields" | "resolve" | "can" | "trashed">;

/** The selection, of whole records where the caller wants them so. */
export function selectionOf(
  reader: Reader,
  entity: Entity,
  rule: Rule,
  request: Shown,
  whole = false,
): Pick<Readable, "selection" | "shown"> {
  const allowed = () => (request.trashed ? trashRights(entity) : rightsOf(reader.schema, reader.actor, entity));
  const rights = request.can ? allowed() : null;
  const planOf = (wanted: Shown): Selection => {
    const selection = planSelection(reader, entity, rule, wanted);
    return rights ? withRights(selection, rights) : selection;
  };
  const selection = planOf(request);
  if (!whole || request.fields === null) return { selection, shown: null };
  return { selection: planOf({ ...request, fields: null }), shown: selection.columns.map(({ name }) => name) };
}
