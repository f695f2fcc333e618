import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../api/admin-config.ts";
import { formatted } from "../texts/formats.ts";
import { actionText, actorText, changesText, placeText, type AuditRow } from "./audit-row.ts";

/** Rows of the log, with a link to each record that may still exist. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const { t, i18n } = useTranslation();
  const config = useKnownConfig();
  return (
    <Table.ScrollContainer minWidth={720} type="native">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {["when", "who", "happened", "what", "changes", "address"].map((name) => (
              <Table.Th key={name}>{t(`audit.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{formatted("second", Date.parse(row.at), i18n.language)}</Table.Td>
              <Table.Td>{actorText(row, t)}</Table.Td>
              <Table.Td>{actionText(row, t)}</Table.Td>
              <Table.Td>
                <AuditedRecord row={row} />
              </Table.Td>
              <Table.Td>
                <Text size="sm">{changesText(row, config, t)}</Text>
              </Table.Td>
              <Table.Td>{row.address}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The last characters of an id are the random ones. */
const SHOWN_OF_ID = 8;

function AuditedRecord({ row }: { readonly row: AuditRow }) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const entity = entityNamed(config, row.entity ?? "");
  const text = placeText(row, config, t);
  const { recordId: id } = row;
  if (!entity || id === null || row.action === "delete") return <Text size="sm">{text}</Text>;
  const title = entity.global ? text : `${text} …${id.slice(-SHOWN_OF_ID)}`;
  return entity.global ? (
    <Anchor size="sm" renderRoot={(props) => <Link to="/globals/$entity" params={{ entity: entity.name }} {...props} />}>
      {title}
    </Anchor>
  ) : (
    <Anchor size="sm" renderRoot={(props) => <Link to="/content/$entity/$id" params={{ entity: entity.name, id }} {...props} />}>
      {title}
    </Anchor>
  );
}
