/** Drafts of a table whose rich text changes its format, in one column or in several. */
import { VERSIONS, type CatalogTable } from "../catalog.ts";
import { configPathOf, type ColumnDesign, type CurrentTable, type TableDesign } from "../contract.ts";
import { fillConvertedDrafts, draftsKeyOf, switchDrafts, type DraftField } from "../rich-text/converted-drafts.ts";
import { textOfDraft } from "../rich-text/converted-texts.ts";
import { valueWithTexts } from "../shapes/nested-values.ts";
import { changeOf, changeRows, type TableChange } from "../steps/change.ts";

/** Null for a column whose rich text keeps its format, and for one without rich text. */
function draftField({ entity }: TableDesign, { name: own, field, sqlType }: ColumnDesign, { reshaped }: CatalogTable): DraftField | null {
  const texts = reshaped?.get(own)?.texts;
  if (!field || !texts) return null;
  return {
    name: field.name,
    valueOf: (stored) => (texts.isNested ? valueWithTexts(entity, field, stored) : textOfDraft(entity, field, sqlType, stored)),
  };
}

/** Converts them while the site is running, and those that are saved meanwhile in the switch: before anything else changes their rows. */
export function changeDrafts(design: TableDesign, found: CatalogTable, current: CurrentTable | null): TableChange[] {
  const { entity } = design;
  const fields = design.columns.flatMap((column) => draftField(design, column, found) ?? []);
  if (!entity.versions || fields.length === 0) return [];
  const draftsKey = draftsKeyOf([...(found.reshaped ?? new Map()).values()].flatMap(({ texts }) => texts ?? []));
  const step = changeRows(VERSIONS, switchDrafts(draftsKey, entity, fields), "drafts");
  return [
    changeOf({ phase: "tables", configPath: configPathOf(design) }, step, {
      onlineSteps: current && [fillConvertedDrafts(draftsKey, entity, fields)],
    }),
  ];
}
