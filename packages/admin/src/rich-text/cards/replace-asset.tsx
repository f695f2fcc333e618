import type { CardNode } from "@colophon/model";
import { ActionIcon } from "@mantine/core";
import { IconReplace } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import { useDocumentField } from "../document/document-context.tsx";
import { ChooseAsset } from "../tools/insert-question.tsx";
import { targetOf } from "../tools/inserts.ts";

interface Props {
  readonly name: Extract<CardNode, "image" | "video" | "file">;
  readonly label: string;
  readonly onChoose: (id: string) => void;
}

export function isAssetNode(name: string): name is Props["name"] {
  return name === "image" || name === "video" || name === "file";
}

/** Puts another file of the library in the place of a node's own; its texts stay. */
export function ReplaceAsset({ name, label, onChoose }: Props) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const { definition } = useDocumentField().field;
  const entity = entityNamed(useKnownConfig(), targetOf(name));
  if (!entity) return null;
  const close = () => setChoosing(false);
  const choose = (id: string) => {
    onChoose(id);
    close();
  };
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={t("media.replaceTitle", { name: label })} onClick={() => setChoosing(true)}>
        <IconReplace size={16} aria-hidden />
      </ActionIcon>
      {isChoosing && <ChooseAsset {...{ name, entity, definition }} onChoose={choose} onClose={close} />}
    </>
  );
}
