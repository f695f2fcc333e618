import { Anchor, Checkbox, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AdminEntity } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { titleOf } from "../api/summary.ts";
import { Cell } from "./cell.tsx";
import type { Words } from "./cell-text.ts";
import type { Column } from "./columns.ts";
import type { RowProps } from "./use-row-keys.ts";

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
  return (
    <Table.Tr {...row} {...(isChosen && { bg: "var(--mantine-primary-color-light)" })}>
      <Table.Td>
        <Checkbox aria-label={label(title)} checked={isChosen} onChange={() => toggle(record.id)} />
      </Table.Td>
      <Table.Td maw={420}>
        <Anchor
          dir="auto"
          size="sm"
          c="var(--mantine-color-text)"
          fw={500}
          renderRoot={(props) => <Link to="/content/$entity/$id" params={{ entity: entity.name, id: record.id }} {...props} />}
        >
          {title}
        </Anchor>
      </Table.Td>
      {others.map((column) => (
        <Table.Td key={column.path} maw={320}>
          <Cell column={column} record={record} words={words} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
