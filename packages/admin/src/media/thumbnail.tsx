import { Box, Center, Image } from "@mantine/core";
import { IconFile, IconFileMusic, IconMovie, IconPhoto } from "@tabler/icons-react";
import { useKnownConfig } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { imageUrl, isRaster } from "../api/api-url.ts";
import { useInViewport } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useLoadSlot } from "./load-slots.ts";

const MAX_TRIES = 6;
const PAUSE_MS = 4_000;

/** Loads an image when it becomes visible and a slot is free. Retries if the API is busy with other images. */
function usePicture() {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<"waiting" | "loaded" | "failed">("waiting");
  const isOn = useLoadSlot(inViewport && state === "waiting");
  useEffect(() => {
    if (state !== "failed" || tries === MAX_TRIES) return undefined;
    const timer = setTimeout(() => {
      setTries(tries + 1);
      setState("waiting");
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state, tries]);
  return {
    ref,
    isShown: isOn || state === "loaded",
    isMissing: state === "failed",
    onLoad: () => setState("loaded"),
    onError: () => setState("failed"),
  };
}

const ICONS = [
  [/^image\//, IconPhoto],
  [/^video\//, IconMovie],
  [/^audio\//, IconFileMusic],
] as const;

/** A small image of an asset, or an icon of its type. It has a fixed size while it loads. */
export function Thumbnail({ asset, size = "100%" }: { readonly asset: AnyRecord; readonly size?: number | string }) {
  const { images } = useKnownConfig();
  const { ref, isShown, isMissing, onLoad, onError } = usePicture();
  const { alt, mimeType, color } = asset;
  const frame = { w: size, style: { aspectRatio: "1", flexShrink: 0 } };
  if (isMissing || !isRaster(asset)) {
    const [, Icon] = ICONS.find(([type]) => type.test(String(mimeType))) ?? [null, IconFile];
    return (
      <Center {...frame} bg="var(--mantine-color-default-hover)">
        <Icon size="33%" aria-hidden />
      </Center>
    );
  }
  return (
    <Box {...frame} ref={ref} bg={typeof color === "string" ? color : "var(--mantine-color-default-hover)"}>
      {isShown && (
        <Image
          src={imageUrl(asset, images.thumbnail)}
          alt={typeof alt === "string" ? alt : ""}
          w="100%"
          h="100%"
          fit="cover"
          radius="sm"
          {...{ onLoad, onError }}
        />
      )}
    </Box>
  );
}
