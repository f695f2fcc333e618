import { Anchor, Group, Image, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useKnownConfig } from "../api/admin-config.ts";

/** The site's name and logo, linked to the dashboard. */
export function SiteName() {
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
