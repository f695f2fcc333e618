/** Shared by the plans of lists and of single records: which rows, with or without drafts, and which parts of them. */
import type { DraftRowFilter } from "../../plan/rows-with-drafts.ts";
import type { Preview } from "../../previews/plan.ts";
import { DELETED_AT } from "../../entities.ts";
import type { Entity, Rule } from "../../types.ts";
import type { ReadRequest } from "../../requests.ts";
import type { Reader, RowFilter } from "../../plan/filter/contract.ts";
import { rightsOf } from "../../plan/selection/rights.ts";
import { trashRights, type TrashRowFilter } from "../../trash/rows.ts";
import { planSelection, withDeletion, withRights } from "../../plan/selection/selection.ts";
import type { Selection } from "../../plan/selection/selected.ts";

export interface Readable {
  readonly rowFilter: RowFilter;
  /** Drafts are applied to the live rows, and records that were never published are included. Null for a live read. */
  readonly draft: DraftRowFilter | null;
  /** One record is shown with its previewed draft, the others without. */
  readonly preview: Preview | null;
  /** For a read of the trash: its rows. */
  readonly trashed: TrashRowFilter | null;
  readonly selection: Selection;
  /** The requested member names, if the selection contains all members because of hooks; else null. */
  readonly shown: readonly string[] | null;
}

type Shown = Pick<ReadRequest, "fields" | "resolve" | "can" | "trashed">;

/** The selection, of whole records if the caller requests that. */
export function selectionOf(
  reader: Reader,
  entity: Entity,
  rule: Rule,
  request: Shown,
  whole = false,
): Pick<Readable, "selection" | "shown"> {
  const allowed = () => (request.trashed ? trashRights(entity) : rightsOf(reader.schema, reader.principal, entity));
  const rights = request.can ? allowed() : null;
  const isDated = request.trashed && request.fields?.includes(DELETED_AT.name);
  const planOf = (wanted: Shown): Selection => {
    const selection = planSelection(reader, entity, rule, wanted);
    const dated = isDated ? withDeletion(selection) : selection;
    return rights ? withRights(dated, rights) : dated;
  };
  const selection = planOf(request);
  if (!whole || request.fields === null) return { selection, shown: null };
  return { selection: planOf({ ...request, fields: null }), shown: selection.columns.map(({ name }) => name) };
}
