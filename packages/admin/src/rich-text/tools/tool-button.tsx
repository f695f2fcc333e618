import { ActionIcon } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface Props {
  /** The name of its text, and of the tool. */
  readonly name: string;
  readonly icon: Icon;
  /** The tools that are in use at the cursor. */
  readonly on: readonly string[];
  readonly onClick: () => void;
}

/** A button of a toolbar. */
export function ToolButton({ name, icon: Shown, on, onClick }: Props) {
  const { t } = useTranslation();
  const isOn = on.includes(name);
  return (
    <ActionIcon
      variant={isOn ? "filled" : "subtle"}
      {...(!isOn && { color: "gray" })}
      aria-pressed={isOn}
      aria-label={t(`form.format.${name}`)}
      onClick={onClick}
    >
      <Shown size={16} aria-hidden />
    </ActionIcon>
  );
}
