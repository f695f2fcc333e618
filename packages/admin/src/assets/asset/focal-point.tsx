import { Box, Button, Group, Image, Stack, Text } from "@mantine/core";
import { useMove } from "@mantine/hooks";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { imageUrl } from "../../api/api-url.ts";
import { AssetPreview } from "./asset-preview.tsx";
import { type Point, MIDDLE, toPoint } from "./crop.ts";
import { Crops } from "./crops.tsx";
import { useFormScope, useFormState } from "../../form/form-context.tsx";

const STEP = 0.01;
const LONG_STEP = 0.1;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const MARK = 28;

/** The image with its focal point, which is set by click, by dragging, or by arrow keys. */
export function FocalPoint({ asset }: { readonly asset: AnyRecord }) {
  const { t } = useTranslation();
  const { images } = useKnownConfig();
  const { focus, isSet, isReadOnly, set, clear } = useFocus();
  const { ref } = useMove<HTMLDivElement>(set);
  if (isReadOnly) return <AssetPreview asset={asset} />;

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const by = event.shiftKey ? LONG_STEP : STEP;
    set({ x: focus.x + arrow.x * by, y: focus.y + arrow.y * by });
  };
  const [x, y] = [Math.round(focus.x * 100), Math.round(focus.y * 100)];
  return (
    <Stack gap="sm">
      <Box ref={ref} pos="relative" w="fit-content" maw="100%" style={{ cursor: "crosshair" }} data-focal-area>
        <Image src={imageUrl({ url: asset["url"] }, images.preview)} alt="" mah="60vh" w="auto" maw="100%" draggable={false} />
        <Box
          role="slider"
          tabIndex={0}
          aria-label={t("media.focus")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={x}
          aria-valuetext={t("media.focusAt", { x, y })}
          aria-describedby="focus-how"
          onKeyDown={onKeyDown}
          pos="absolute"
          w={MARK}
          h={MARK}
          style={{
            left: `${focus.x * 100}%`,
            top: `${focus.y * 100}%`,
            transform: "translate(-50%, -50%)",
            border: "3px solid white",
            borderRadius: "50%",
            boxShadow: "0 0 0 2px black, inset 0 0 0 2px black",
          }}
        />
      </Box>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" id="focus-how">
          {t("media.focusHow")}
        </Text>
        {isSet && (
          <Button variant="default" size="xs" onClick={clear}>
            {t("media.focusClear")}
          </Button>
        )}
      </Group>
      <Crops asset={asset} focus={focus} />
    </Stack>
  );
}

/** The focal point in the form; the middle if there is none. */
function useFocus() {
  const { form } = useFormScope();
  const x = useFormState(({ values }) => values["focalX"]);
  const y = useFormState(({ values }) => values["focalY"]);
  const isReadOnly = useFormState(({ fields }) => fields.some((field) => field.definition.name.startsWith("focal") && field.isReadOnly));
  const isSet = typeof x === "number" && typeof y === "number";
  const put = (focalX: number | null, focalY: number | null) => {
    form.set("focalX", focalX);
    form.set("focalY", focalY);
  };
  return {
    focus: isSet ? { x, y } : MIDDLE,
    isSet,
    isReadOnly,
    set(point: Point) {
      const next = toPoint(point);
      put(next.x, next.y);
    },
    clear: () => put(null, null),
  };
}
