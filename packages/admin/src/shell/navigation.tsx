import { NavLink, Stack, Text } from "@mantine/core";
import { IconHome } from "@tabler/icons-react";
import { createLink, useRouterState } from "@tanstack/react-router";
import { memo, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig, useKnownMe } from "../api/admin-config.ts";
import { pagesFor } from "../palette/pages.ts";
import { entityText, isMedia } from "../api/admin-entities.ts";
import { currentEntity, keyOf, navigationOf, type NavigationGroup, type NavigationItem } from "./sidebar-items.ts";

/** Mantine's look of a link in the sidebar, on a plain link. */
const CLASS = `${NavLink.classes["root"]} mantine-focus-auto sidebar-link`;

function PlainSidebarLink(props: ComponentProps<"a">) {
  return <a {...props} className={CLASS} />;
}

/** A link of the sidebar to one of the page's routes. */
const SidebarLink = createLink(PlainSidebarLink);

/** Links to these pages are followed without a reload. */
const OWN_PAGES = "/admin/pages/";
/** Marks of the entry whose page is open, and of an entry whose entity's trash or files are open. */
const ACTIVE = { "data-active": true };
const CURRENT = { ...ACTIVE, "aria-current": "page" } as const;

export const Navigation = memo(function Navigation() {
  const { t } = useTranslation();
  const titles = { content: t("shell.content"), settings: t("shell.settings"), library: t("shell.library"), people: t("people.title") };
  const config = useKnownConfig();
  const current = useRouterState({ select: ({ location }) => currentEntity(location, config) });
  const groups = navigationOf(config, titles, pagesFor(config, useKnownMe()));
  return (
    <Stack gap="md">
      <SidebarLink to="/" activeOptions={{ exact: true }} activeProps={ACTIVE}>
        <IconHome size={16} aria-hidden />
        {t("shell.dashboard")}
      </SidebarLink>
      {groups.map((group) => (
        <NavigationSection key={group.title ?? ""} group={group} current={current} />
      ))}
    </Stack>
  );
});

interface Section {
  readonly group: NavigationGroup;
  /** The name of the entity whose page is open. */
  readonly current: string | null;
}

function NavigationSection({ group: { title, items }, current }: Section) {
  return (
    <div>
      {title !== null && (
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
          {title}
        </Text>
      )}
      {items.map((item) => (
        <Item key={keyOf(item)} item={item} current={current} />
      ))}
    </div>
  );
}

function Item({ item, current }: { readonly item: NavigationItem } & Pick<Section, "current">) {
  const { t } = useTranslation();
  if (item.kind === "link") return <OtherLink {...item} />;
  if (item.kind === "page") {
    const { to, title } = item.page;
    const isCurrent = to === "/media" && current !== null && isMedia(current);
    return <SidebarLink to={to} activeProps={ACTIVE} {...(isCurrent && CURRENT)} children={t(title)} />;
  }
  const { entity } = item;
  const to = entity.global ? "/globals/$entity" : "/content/$entity";
  const marks = entity.name === current ? CURRENT : {};
  return (
    <SidebarLink to={to} params={{ entity: entity.name }} search={{}} activeProps={ACTIVE} {...marks}>
      {entityText(entity, t)}
    </SidebarLink>
  );
}

function OtherLink({ title, href }: Extract<NavigationItem, { readonly kind: "link" }>) {
  if (!href.startsWith(OWN_PAGES)) return <PlainSidebarLink href={href} children={title} />;
  const params = { page: href.slice(OWN_PAGES.length) };
  return <SidebarLink to="/pages/$page" params={params} activeProps={ACTIVE} children={title} />;
}
