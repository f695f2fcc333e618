import { Code, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig, type RolePermission, type RolePermissions as Permissions } from "../api/admin-config.ts";
import { fieldAt } from "../list-model/fields.ts";
import { entityText } from "../api/admin-entities.ts";
import { isAllowed, OPERATIONS, restrictionsOf } from "./restrictions.ts";

/** A table of entities and operations. */
export function RolePermissions({ role, permissions }: { readonly role: string; readonly permissions: Permissions }) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const rows = Object.entries(permissions).filter(([, operations]) => OPERATIONS.some((operation) => isAllowed(operations[operation])));
  if (rows.length === 0) return <Text>{t("people.mayNothing")}</Text>;
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="group" aria-label={role}>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("people.records")}</Table.Th>
            {OPERATIONS.map((operation) => (
              <Table.Th key={operation}>{t(`people.may.${operation}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, operations]) => {
            const entity = entityNamed(config, name);
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row" style={{ verticalAlign: "top" }}>
                  {entity ? entityText(entity, t) : name}
                </Table.Th>
                {OPERATIONS.map((operation) => (
                  <Table.Td key={operation} style={{ verticalAlign: "top" }}>
                    <Allowed
                      permission={operations[operation]}
                      labelOf={(path) => (entity && fieldAt(config, entity, path)?.label) ?? path}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface Shown {
  readonly permission: RolePermission | undefined;
  readonly labelOf: (path: string) => string;
}

function Allowed({ permission, labelOf }: Shown) {
  const { t } = useTranslation();
  const { rows, isHidden, without, hasDrafts } = restrictionsOf(permission);
  return (
    <>
      <Text size="sm">{t(isAllowed(permission) ? "common.yes" : "common.no")}</Text>
      {rows !== null && (
        <Text size="xs" component="div">
          {t("people.onlyWhere")} <Code style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{rows}</Code>
        </Text>
      )}
      {isHidden && <Text size="xs">{t("people.onlySome")}</Text>}
      {without.length > 0 && <Text size="xs">{t("people.without", { fields: without.map(labelOf).join(", ") })}</Text>}
      {hasDrafts && <Text size="xs">{t("people.withDrafts")}</Text>}
    </>
  );
}
