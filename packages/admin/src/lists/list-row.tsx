import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PointerEvent } from "react";
import type { AdminEntity } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { titleOf } from "../api/summary.ts";
import { RowCheckbox } from "../selection/row-checkbox.tsx";
import { beginRead } from "../records/early/early-read.ts";
import { preloadRecordPage } from "../records/early/lazy-record-page.ts";
import { Cell } from "./cell.tsx";
import type { Words } from "./cell-text.ts";
import type { Column } from "../list-model/columns.ts";
import type { RowProps } from "./use-row-keys.ts";

/** The classes of Mantine's rows and cells. */
const { tr: ROW, td: CELL } = Table.classes;
const [TITLE, OTHER] = [{ maxWidth: 420 }, { maxWidth: 320 }];
const CHOSEN = { background: "var(--mantine-primary-color-light)" };

interface Row {
  readonly entity: AdminEntity;
  readonly record: AnyRecord;
  readonly columns: readonly Column[];
  readonly isChosen: boolean;
  readonly toggle: (id: string) => void;
  readonly row: RowProps;
  readonly words: Words;
  /** The label of the row's checkbox. */
  readonly label: (title: string) => string;
}

/** One row; its title links to the record. */
export function ListRow({ entity, record, columns: [, ...others], isChosen, toggle, row, words, label }: Row) {
  const title = titleOf(entity, record);
  const locator = { entity: entity.name, id: record.id };
  const begin = ({ button }: PointerEvent) => button === 0 && beginRead(entity, locator);
  return (
    <tr className={ROW} data-hover data-with-row-border style={isChosen ? CHOSEN : undefined} {...row}>
      <td className={CELL}>
        <RowCheckbox label={label(title)} isChosen={isChosen} onToggle={() => toggle(record.id)} />
      </td>
      <td className={CELL} style={TITLE}>
        <Link
          className="list-title"
          dir="auto"
          to="/content/$entity/$id"
          params={locator}
          preload={false}
          onPointerEnter={preloadRecordPage}
          onFocus={preloadRecordPage}
          onPointerDown={begin}
        >
          {title}
        </Link>
      </td>
      {others.map((column) => (
        <td key={column.path} className={CELL} style={OTHER}>
          <Cell column={column} record={record} words={words} />
        </td>
      ))}
    </tr>
  );
}
