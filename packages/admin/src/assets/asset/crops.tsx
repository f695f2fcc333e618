import { Box, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownConfig, type ImageSize } from "../../api/admin-config.ts";
import type { AnyRecord } from "../../api/client.ts";
import { imageUrl } from "../../api/api-url.ts";
import { positionOf, type Point } from "./crop.ts";

/** Shown if the site configures no crops. */
const DEFAULT_CROPS: readonly ImageSize[] = [
  { w: 16, h: 9 },
  { w: 3, h: 4 },
];
const HEIGHT = 110;

/** The crops of an image with the focal point of the form. */
export function Crops({ asset, focus }: { readonly asset: AnyRecord; readonly focus: Point }) {
  const { t } = useTranslation();
  const { images } = useKnownConfig();
  const { url, width, height } = asset;
  if (typeof width !== "number" || typeof height !== "number") return null;
  const shapes = [images.thumbnail, ...(images.crops.length > 0 ? images.crops : DEFAULT_CROPS)];
  const different = [...new Map(shapes.map((shape) => [ratioOf(shape), shape])).values()];
  return (
    <Group gap="md" align="flex-end" role="group" aria-label={t("media.crops")}>
      {different.map((shape) => {
        const { x, y } = positionOf(width / height, ratioOf(shape), focus);
        return (
          <Box key={ratioOf(shape)} component="figure" m={0}>
            <img
              src={imageUrl({ url }, images.preview)}
              alt=""
              style={{ display: "block", height: HEIGHT, aspectRatio: ratioOf(shape), objectFit: "cover", objectPosition: `${x}% ${y}%` }}
            />
            <Text component="figcaption" size="xs" c="dimmed">
              {shape.w} × {shape.h}
            </Text>
          </Box>
        );
      })}
    </Group>
  );
}

function ratioOf({ w = 1, h = 1 }: ImageSize): number {
  return w / h;
}
