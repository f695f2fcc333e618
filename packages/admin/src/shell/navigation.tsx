import { NavLink, Stack, Text } from "@mantine/core";
import { IconHome } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { entityText, navigationOf, type NavigationGroup, type NavigationItem } from "./sidebar-items.ts";

export function Navigation() {
  const { t } = useTranslation();
  const titles = { content: t("shell.content"), settings: t("shell.settings"), library: t("shell.library") };
  const groups = navigationOf(useKnownConfig(), titles);
  return (
    <Stack gap="md">
      <NavLink
        label={t("shell.dashboard")}
        leftSection={<IconHome size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/" activeOptions={{ exact: true }} activeProps={{ "data-active": true }} {...props} />}
      />
      {groups.map((group) => (
        <NavigationSection key={group.title ?? ""} group={group} />
      ))}
    </Stack>
  );
}

function NavigationSection({ group: { title, items } }: { readonly group: NavigationGroup }) {
  return (
    <div>
      {title !== null && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
          {title}
        </Text>
      )}
      {items.map((item) => (
        <Item key={item.kind === "link" ? item.href : item.entity.name} item={item} />
      ))}
    </div>
  );
}

function Item({ item }: { readonly item: NavigationItem }) {
  const { t } = useTranslation();
  if (item.kind === "link") return <NavLink label={item.title} href={item.href} />;
  const { entity } = item;
  const to = entity.global ? "/globals/$entity" : "/content/$entity";
  return (
    <NavLink
      label={entityText(entity, t)}
      renderRoot={(props) => <Link to={to} params={{ entity: entity.name }} search={{}} activeProps={{ "data-active": true }} {...props} />}
    />
  );
}
