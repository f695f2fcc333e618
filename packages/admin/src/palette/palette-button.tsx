import { ActionIcon } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../loading/lazy-part.tsx";

const Palette = lazyPart(async () => (await import("./palette.tsx")).Palette);
const openPalette = async () => (await import("@mantine/spotlight")).openSpotlight();

/** Opens the command palette, which is loaded at its first use; ⌘K or Ctrl+K does the same. */
export function PaletteButton() {
  const { t } = useTranslation();
  const [isLoaded, setLoaded] = useState(false);
  const open = () => {
    setLoaded(true);
    void openPalette();
  };
  useHotkeys([["mod+K", open]], []);
  return (
    <>
      <ActionIcon variant="default" size="input-sm" aria-label={t("shell.search")} aria-keyshortcuts="Meta+K Control+K" onClick={open}>
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {isLoaded && <Palette />}
    </>
  );
}
