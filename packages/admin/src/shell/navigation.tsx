import { NavLink, Stack, Text } from "@mantine/core";
import { IconHome } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { useKnownMe } from "../api/me.ts";
import { PEOPLE_PAGES } from "../people/pages.ts";
import { isMedia } from "../media/kinds.ts";
import { currentEntity } from "./current-entity.ts";
import { entityText, keyOf, navigationOf, type NavigationGroup, type NavigationItem } from "./sidebar-items.ts";

/** Links to these pages are followed without a reload. */
const OWN_PAGES = "/admin/pages/";
/** Marks of the entry whose page is open, and of an entry whose entity's trash or files are open. */
const ACTIVE = { "data-active": true };
const CURRENT = { ...ACTIVE, "aria-current": "page" } as const;

export function Navigation() {
  const { t } = useTranslation();
  const titles = { content: t("shell.content"), settings: t("shell.settings"), library: t("shell.library"), people: t("people.title") };
  const groups = navigationOf(useKnownConfig(), titles, useKnownMe().isAdmin ? PEOPLE_PAGES : []);
  return (
    <Stack gap="md">
      <NavLink
        label={t("shell.dashboard")}
        leftSection={<IconHome size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/" activeOptions={{ exact: true }} activeProps={ACTIVE} {...props} />}
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
        <Item key={keyOf(item)} item={item} />
      ))}
    </div>
  );
}

function Item({ item }: { readonly item: NavigationItem }) {
  const { t } = useTranslation();
  const config = useKnownConfig();
  const current = useRouterState({ select: ({ location }) => currentEntity(location, config) });
  if (item.kind === "link") return <OtherLink {...item} />;
  if (item.kind === "page") {
    const { to, title } = item.page;
    const isCurrent = to === "/media" && current !== null && isMedia(current);
    return (
      <NavLink label={t(title)} renderRoot={(props) => <Link to={to} activeProps={ACTIVE} {...props} {...(isCurrent && CURRENT)} />} />
    );
  }
  const { entity } = item;
  const to = entity.global ? "/globals/$entity" : "/content/$entity";
  const marks = entity.name === current ? CURRENT : {};
  return (
    <NavLink
      label={entityText(entity, t)}
      renderRoot={(props) => <Link to={to} params={{ entity: entity.name }} search={{}} activeProps={ACTIVE} {...props} {...marks} />}
    />
  );
}

function OtherLink({ title, href }: Extract<NavigationItem, { readonly kind: "link" }>) {
  if (!href.startsWith(OWN_PAGES)) return <NavLink label={title} href={href} />;
  const params = { page: href.slice(OWN_PAGES.length) };
  return <NavLink label={title} renderRoot={(props) => <Link to="/pages/$page" params={params} activeProps={ACTIVE} {...props} />} />;
}
