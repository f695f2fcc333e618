import { Accordion, Badge, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe } from "../api/admin-config.ts";
import { NotFound } from "../elements/not-found.tsx";
import { RolePermissions } from "./role-permissions.tsx";

/** The permissions of each role, for admins. They are changed in the configuration. */
export function RolesPage() {
  const { t } = useTranslation();
  const { isAdmin } = useKnownMe();
  const { roles } = useKnownConfig();
  if (!isAdmin) return <NotFound />;
  return (
    <Stack maw={960} gap="lg">
      <div>
        <Title order={1} size="h2">
          {t("people.roles")}
        </Title>
        <Text c="dimmed">{t("people.rolesText")}</Text>
      </div>
      <Accordion multiple variant="contained" order={2} defaultValue={roles.map(({ name }) => name)}>
        {roles.map((role) => (
          <Accordion.Item key={role.name} value={role.name}>
            <Accordion.Control>
              <Group gap="sm">
                {role.name}
                {role.isAdmin && <Badge tt="none">{t("people.isAdmin")}</Badge>}
                {role.public && <Badge tt="none">{t("people.isPublic")}</Badge>}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {role.isAdmin ? <Text>{t("people.mayAll")}</Text> : <RolePermissions role={role.name} permissions={role.permissions ?? {}} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}
