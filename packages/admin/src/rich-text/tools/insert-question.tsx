/** Asks for what a new node needs: an asset, a record or a URL. */
import { type CardNode, embedsOf } from "@colophon/model";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import type { AdminEntity } from "../../api/admin-entities.ts";
import type { DefinitionOf } from "../../record-model/types.ts";
import { EmbedDialog } from "./embed-dialog.tsx";
import { targetOf } from "./inserts.ts";
import { RecordInput } from "./record-input.tsx";
import { lazyPart } from "../../loading/lazy-part.tsx";

const Library = lazyPart(async () => (await import("../../fields/media/library.tsx")).Library);

interface QuestionProps {
  readonly name: CardNode;
  readonly definition: DefinitionOf<"richtext">;
  readonly onInsert: (content: object) => void;
  readonly onClose: () => void;
}

export function InsertQuestion({ name, definition, onInsert, onClose }: QuestionProps) {
  const entity = entityNamed(useKnownConfig(), targetOf(name));
  const insert = (attrs: object) => {
    onInsert({ type: name, attrs });
    onClose();
  };
  if (name === "record") return <RecordInput embeds={embedsOf(definition)} onChoose={insert} hasFocus />;
  if (name === "embed") return <EmbedDialog onEmbed={insert} onClose={onClose} />;
  return entity ? <ChooseAsset {...{ name, entity, definition, onClose }} onChoose={(id) => insert({ [name]: id })} /> : null;
}

interface ChooseAssetProps extends Pick<QuestionProps, "name" | "definition" | "onClose"> {
  readonly entity: AdminEntity;
  readonly onChoose: (id: string) => void;
}

/** Asks for a file of the library. */
export function ChooseAsset({ name, entity, definition, onChoose, onClose }: ChooseAssetProps) {
  return (
    <Library
      entity={entity}
      accept={name === "image" ? definition.accept : undefined}
      chosen={[]}
      onChoose={({ id }) => onChoose(id)}
      onClose={onClose}
    />
  );
}
