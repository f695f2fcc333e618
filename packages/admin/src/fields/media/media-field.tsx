import { Button, Group } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNamed, useKnownConfig } from "../../api/admin-config.ts";
import { UploadList } from "../../media/uploads/upload-list.tsx";
import { useUploads } from "../../media/uploads/use-uploads.ts";
import type { DefinitionOf } from "../../record-model/types.ts";
import type { WidgetProps } from "../../form/parts.tsx";
import { ListFrame } from "../items/list-frame.tsx";
import { useTargets } from "../../record-model/use-targets.ts";
import { SortableItem } from "../items/sortable-item.tsx";
import { SortableList } from "../items/sortable-list.tsx";
import { useChosen } from "../use-chosen.ts";
import { useField } from "../use-field.ts";
import { AssetLine } from "./asset-line.tsx";
import { lazyPart } from "../../loading/lazy-part.tsx";
import { WidgetWaiting } from "../../loading/loading.tsx";

const DropArea = lazyPart(
  async () => (await import("./drop-area.tsx")).DropArea,
  <WidgetWaiting height="2.64375rem" width="auto" flex={1} />,
);
const Library = lazyPart(async () => (await import("./library.tsx")).Library);

/** Images, videos or files: chosen from the library, or uploaded. */
export function MediaField(props: WidgetProps<DefinitionOf<"image" | "video" | "file">>) {
  const { t } = useTranslation();
  const { definition, isReadOnly } = props.field;
  const entity = entityNamed(useKnownConfig(), `_${definition.type}`);
  const { input, value, set } = useField<string | readonly string[]>(props);
  const { ids, isFull, add, remove, move } = useChosen(definition, value, set);
  const assets = useTargets(entity, ids);
  const [isPicking, setPicking] = useState(false);
  const uploads = useUploads({
    refuse: ({ _type, mimeType }) => {
      const fits = _type === entity?.name && (!definition.accept || definition.accept.includes(String(mimeType)));
      return fits ? null : t("media.wrongKind");
    },
    onUploaded: (assets) => add(...assets.map(({ id }) => id)),
  });

  const adder = !isFull && entity && (
    <Group align="stretch">
      <Button variant="light" h="auto" mih={36} leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => setPicking(true)}>
        {t("media.pick")}
      </Button>
      {entity.can.create && <DropArea definition={definition} label={t("media.dropInto", { name: input.label })} onFiles={uploads.start} />}
    </Group>
  );
  return (
    <ListFrame input={input} adder={adder}>
      <SortableList keys={ids} onMove={move}>
        {ids.map((id) => (
          <SortableItem
            key={id}
            id={id}
            name={String(assets.get(id)?.["filename"] ?? id)}
            isReadOnly={isReadOnly || ids.length < 2}
            tools={null}
          >
            <AssetLine entity={entity} asset={assets.get(id)} id={id} {...(!isReadOnly && { onRemove: () => remove(id) })} />
          </SortableItem>
        ))}
      </SortableList>
      <UploadList uploads={uploads} />
      {isPicking && entity && (
        <Library entity={entity} accept={definition.accept} chosen={ids} onChoose={({ id }) => add(id)} onClose={() => setPicking(false)} />
      )}
    </ListFrame>
  );
}
