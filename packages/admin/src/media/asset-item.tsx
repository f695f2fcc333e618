import { Box, Checkbox, Group, Text, UnstyledButton } from "@mantine/core";
import type { useRovingIndex } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { AnyRecord } from "../api/client.ts";
import { factsOf } from "./facts.ts";
import { mediaKindOf } from "../api/admin-entities.ts";
import { Thumbnail } from "./thumbnail.tsx";

type Roving = ReturnType<typeof useRovingIndex>["getItemProps"];

export type Layout = "grid" | "list";

interface Props {
  readonly asset: AnyRecord;
  readonly layout: Layout;
  readonly isChosen?: boolean;
  readonly toggle?: () => void;
  readonly onOpen?: () => void;
  /** Props of the keyboard navigation. */
  readonly place: (options: Omit<Parameters<Roving>[0], "index">) => ReturnType<Roving>;
}

const LINE = 48;
/** A border that is visible on every picture. */
const ON_PICTURE = { input: { borderColor: "var(--mantine-color-dimmed)" } };

/** One asset: a link to its page, or a button that calls `onOpen`. */
export function AssetItem({ asset, layout, isChosen = false, toggle, onOpen, place }: Props) {
  const { t, i18n } = useTranslation();
  const name = String(asset["filename"]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== " " || !toggle) return;
    event.preventDefault();
    toggle();
  };
  const opener = place({ onKeyDown, ...(onOpen && { onClick: onOpen }) });
  const shown =
    layout === "grid" ? (
      <>
        <Thumbnail asset={asset} />
        <Text size="xs" truncate mt={4}>
          {name}
        </Text>
      </>
    ) : (
      <Group wrap="nowrap" gap="sm">
        <Thumbnail asset={asset} size={LINE} />
        <Text size="sm" truncate flex={1}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="xs">
          {factsOf(asset, i18n.language).join(" · ")}
        </Text>
      </Group>
    );
  const box = { display: "block", w: "100%", p: 4, ...(isChosen && { bg: "var(--mantine-primary-color-light)" }) } as const;
  return (
    <Box component="li" pos="relative" miw={0} style={layout === "list" && toggle ? { paddingInlineStart: 32 } : {}}>
      {onOpen ? (
        <UnstyledButton {...box} {...opener}>
          {shown}
        </UnstyledButton>
      ) : (
        <UnstyledButton
          {...box}
          {...opener}
          renderRoot={(props) => (
            <Link to="/media/$kind/$id" params={{ kind: mediaKindOf(String(asset["_type"])), id: asset.id }} preload={false} {...props} />
          )}
        >
          {shown}
        </UnstyledButton>
      )}
      {toggle && (
        <Checkbox
          aria-label={t("list.select", { title: name })}
          checked={isChosen}
          onChange={toggle}
          tabIndex={-1} // with the keyboard, space selects
          pos="absolute"
          {...(layout === "grid" && { styles: ON_PICTURE })}
          top={layout === "grid" ? 10 : 18}
          style={{ insetInlineStart: layout === "grid" ? 10 : 4 }}
        />
      )}
    </Box>
  );
}
