import "@mantine/dropzone/styles.css";
import { Dropzone } from "@mantine/dropzone";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DefinitionOf } from "../../record-model/types.ts";

const KINDS = { image: ["image/*"], video: ["video/*"], file: [] } as const;

interface Props {
  readonly definition: DefinitionOf<"image" | "video" | "file">;
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files by drop, click or keyboard. */
export function DropArea({ definition, label, onFiles }: Props) {
  const { t } = useTranslation();
  const accept = definition.accept ?? KINDS[definition.type];
  return (
    <Dropzone
      onDrop={onFiles}
      {...(accept.length > 0 && { accept: [...accept] })}
      {...(definition.maxBytes !== undefined && { maxSize: definition.maxBytes })}
      multiple={definition.many === true}
      aria-label={label}
      inputProps={{ "aria-label": label }}
      p="xs"
      flex={1}
    >
      <Text size="sm" c="dimmed" ta="center">
        {t("media.drop")}
      </Text>
    </Dropzone>
  );
}
