import { AppShell, Burger, Group, Anchor, Image, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Outlet, useRouterState, Link } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../api/admin-config.ts";
import { FreshQueries } from "../events/fresh-queries.tsx";
import { ConfirmationHost } from "../confirm/confirmation-host.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";
import { messages } from "../messages/messages.ts";
import { HeaderTools } from "./header-tools.tsx";
import { Navigation } from "./navigation.tsx";

const MessageList = lazyPart(async () => (await import("../messages/show-message.tsx")).MessageList);

const MAIN = "main";

/** The frame of every page after the sign-in. */
export function Shell() {
  const { t } = useTranslation();
  const { title, admin } = useKnownConfig();
  const [isOpen, menu] = useDisclosure(false);

  return (
    <>
      <title>{title ?? "Colophon"}</title>
      <a className="skip-link" href={`#${MAIN}`} onClick={focusMain}>
        {t("shell.skip")}
      </a>
      <AfterNavigation run={menu.close} />
      <ConfirmationHost />
      <FreshQueries />
      <Messages />
      <AppShell header={{ height: 56 }} navbar={{ width: 240, breakpoint: "sm", collapsed: { mobile: !isOpen } }} padding="md">
        <AppShell.Header style={admin.accent === undefined ? {} : { borderBottomColor: admin.accent }}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group wrap="nowrap" gap="sm" miw={0}>
              <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={t("shell.menu")} />
              <SiteName />
            </Group>
            <HeaderTools />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={t("shell.navigation")} style={{ overflowY: "auto" }}>
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main id={MAIN} tabIndex={-1}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </>
  );
}

/** A component of its own, so that the frame does not render with each change of the path. */
function AfterNavigation({ run }: { readonly run: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(run, [path, run]);
  return null;
}

/** The router would treat a link to a fragment as a page. */
function focusMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(MAIN)?.focus();
}

/** The site's name and logo, linked to the dashboard. */
function SiteName() {
  const { title, logo } = useKnownConfig();
  return (
    <Anchor c="var(--mantine-color-text)" miw={0} renderRoot={(props) => <Link to="/" {...props} />}>
      <Group gap="xs" wrap="nowrap">
        {logo !== null && <Image src={logo} alt="" h={28} w="auto" />}
        <Text fw={600} truncate>
          {title ?? "Colophon"}
        </Text>
      </Group>
    </Anchor>
  );
}

/** Shows messages; their code is loaded with the first one. */
function Messages() {
  const hasMessages = useSyncExternalStore(messages.subscribe, messages.hasMessages);
  return hasMessages && <MessageList />;
}
