/** What the toolbar of a document inserts: records, files, videos, embedded pages and the project's own blocks. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconBoxMultiple } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { embedsOf, nodeRule, nodesOf, type ChosenNode } from "@colophon/model";
import { entityNamed, useKnownConfig } from "../../../api/admin-config.ts";
import type { AdminEntity } from "../../../api/admin-entities.ts";
import { ButtonMenu } from "../../../shell/button-menu.tsx";
import { newBlock } from "../../model/new-values.ts";
import type { DefinitionOf } from "../../model/types.ts";
import { WidgetWaiting } from "../widget-waiting.tsx";
import { EmbedDialog } from "./embed-dialog.tsx";
import { RecordInput } from "./record-input.tsx";

const Library = lazy(async () => ({ default: (await import("../media/library.tsx")).Library }));

type RichText = DefinitionOf<"richtext">;

/** The nodes about which the user is asked before they are inserted. */
const ASKED = ["image", "file", "video", "embed", "record"] as const satisfies readonly ChosenNode[];
export type Asked = (typeof ASKED)[number];

/** The nodes that the field allows, and for which there is something to choose. */
export function useAsked(definition: RichText): readonly Asked[] {
  const config = useKnownConfig();
  const nodes = nodesOf(definition);
  return ASKED.filter((name) => {
    if (!nodes.includes(name)) return false;
    if (name === "record") return embedsOf(definition).length > 0;
    return name === "embed" || entityNamed(config, targetOf(name)) !== undefined;
  });
}

/** The entity of the assets in nodes of this name. */
function targetOf(name: Asked): string {
  return nodeRule(name)?.reference?.to ?? "";
}

interface InsertMenuProps {
  readonly definition: RichText;
  /** What the menu offers beside the project's own blocks. */
  readonly asked: readonly Asked[];
  readonly onAsk: (name: Asked) => void;
  readonly onInsert: (content: object) => void;
}

/** A menu of everything that has no button of its own; the project's own blocks get the first values of their fields. */
export function InsertMenu({ definition, asked, onAsk, onInsert }: InsertMenuProps) {
  const { t } = useTranslation();
  const kinds = definition.blocks ?? [];
  if (asked.length === 0 && kinds.length === 0) return null;
  const attrsOf = (kind: (typeof kinds)[number]) => {
    const { _type: _, _key: __, ...attrs } = newBlock(kind, "");
    return { attrs };
  };
  return (
    <ButtonMenu
      button={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" aria-label={t("form.format.insert")}>
          <IconBoxMultiple size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {asked.map((name) => (
        <Menu.Item key={name} onClick={() => onAsk(name)}>
          {t(`form.node.${name}`)}
        </Menu.Item>
      ))}
      {kinds.map((kind) => (
        <Menu.Item key={kind.name} onClick={() => onInsert({ type: kind.name, attrs: attrsOf(kind) })}>
          {kind.title ?? kind.name}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}

interface QuestionProps {
  readonly name: Asked;
  readonly definition: RichText;
  readonly onInsert: (content: object) => void;
  readonly onClose: () => void;
}

/** Asks for what a new node needs: an asset, a record or a URL. */
export function InsertQuestion({ name, definition, onInsert, onClose }: QuestionProps) {
  const entity = entityNamed(useKnownConfig(), targetOf(name));
  const insert = (attrs: object) => {
    onInsert({ type: name, attrs });
    onClose();
  };
  if (name === "record") return <RecordInput embeds={embedsOf(definition)} onChoose={insert} />;
  if (name === "embed") return <EmbedDialog onEmbed={insert} onClose={onClose} />;
  return entity ? <ChooseAsset {...{ name, entity, definition, onClose }} onChoose={(id) => insert({ [name]: id })} /> : null;
}

interface ChooseAssetProps extends Pick<QuestionProps, "name" | "definition" | "onClose"> {
  readonly entity: AdminEntity;
  readonly onChoose: (id: string) => void;
}

function ChooseAsset({ name, entity, definition, onChoose, onClose }: ChooseAssetProps) {
  return (
    <Suspense fallback={<WidgetWaiting />}>
      <Library
        entity={entity}
        accept={name === "image" ? definition.accept : undefined}
        chosen={[]}
        onChoose={({ id }) => onChoose(id)}
        onClose={onClose}
      />
    </Suspense>
  );
}
