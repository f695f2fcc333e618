import { ActionIcon, type MenuProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ButtonMenu } from "./button-menu.tsx";

interface IconMenuProps {
  readonly label: string;
  readonly icon: Icon;
  readonly position?: NonNullable<MenuProps["position"]>;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A button that shows an icon and opens a menu. */
export function IconMenu({ label, icon: Shown, position = "bottom", onOpen, children }: IconMenuProps) {
  return (
    <ButtonMenu
      position={position}
      onOpen={onOpen}
      button={(props) => (
        <ActionIcon {...props} variant="default" size="input-sm" aria-label={label}>
          <Shown size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      {children}
    </ButtonMenu>
  );
}
