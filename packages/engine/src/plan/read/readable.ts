/** Shared by the plans of lists and of single records: which rows, with or without drafts, and which parts of them. */
import { AppError } from "@colophon/model/errors";
import { DELETED_AT } from "../../entities.ts";
import { draftRuleFor, ruleFor } from "../../permissions/permissions.ts";
import type { Principal, Entity, ReadRequest, Rule, Schema } from "../../types.ts";
import { targetsOf, type Targets } from "../../references/reference-tables.ts";
import type { Filter, Reader, RowFilter } from "../filter/contract.ts";
import { rowFilterOf } from "../filter/plan.ts";
import { rightsOf, trashRights } from "../selection/rights.ts";
import { planSelection, withDeletion, withRights } from "../selection/selection.ts";
import type { Selection } from "../selection/selected.ts";
import type { TrashRowFilter } from "./trash-rows.ts";

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

/** The row filter for drafts: the live row and the row with its draft must both match a filter. */
export interface DraftRowFilter {
  readonly targets: Targets;
  /** The row filter for reading. */
  readonly read: Filter | null;
  /** The row filter of the permission by which drafts are read. */
  readonly draft: Filter | null;
}

/** The previewed record: the value `previewId`. Its row is read with the row filters of the link's creator. */
export interface Preview {
  /** Null if the creator may not read drafts (any more): then nobody sees the record. */
  readonly draft: DraftRowFilter | null;
  /** Fields that the creator may not read. */
  readonly unseen: ReadonlySet<string>;
}

export function readerOf(schema: Schema, principal: Principal, of: Pick<Reader, "drafted" | "trashed"> = {}): Reader {
  return { schema, principal, trusted: false, ...of, problems: [], work: { textScans: 0 }, named: [] };
}

/** Reading drafts needs a permission. Drafts must match both row filters: the one for reading and the one for drafts. */
export function draftRowFilterFor(reader: Reader, { entity, filter }: RowFilter): DraftRowFilter {
  const { schema, principal, problems } = reader;
  const rule = draftRuleFor(schema, principal, entity.name);
  if (!entity.versions) problems.push({ field: "draft", message: `${entity.name} has no drafts` });
  if (!rule) throw new AppError("FORBIDDEN");
  const isReadRule = rule === ruleFor(schema, principal, entity.name, "read");
  const draft = isReadRule ? filter : rowFilterOf(schema, principal, entity, rule).filter;
  return { targets: targetsOf(schema, entity), read: filter, draft };
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
