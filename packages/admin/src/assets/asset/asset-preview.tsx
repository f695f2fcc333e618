import { Center, Image } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useKnownConfig } from "../../api/admin-config.ts";
import { fileUrl, imageUrl, isRaster } from "../../api/api-url.ts";
import type { AnyRecord } from "../../api/client.ts";
import { Thumbnail } from "../../media/thumbnail.tsx";

const ICON_SIZE = 160;

/** An asset as an image or a player, else an icon of its type. */
export function AssetPreview({ asset }: { readonly asset: AnyRecord }) {
  const { t } = useTranslation();
  const { images } = useKnownConfig();
  const { mimeType, alt, filename } = asset;
  const type = String(mimeType);
  const address = fileUrl(asset);
  const label = t("media.previewOf", { name: String(filename) });
  if (type.startsWith("image/")) {
    const src = isRaster(asset) ? imageUrl(asset, images.preview) : address;
    return <Image src={src} alt={typeof alt === "string" && alt !== "" ? alt : label} fit="contain" mah="70vh" w="auto" maw="100%" />;
  }
  if (type.startsWith("video/"))
    return <video src={address} aria-label={label} controls preload="metadata" style={{ maxWidth: "100%", maxHeight: "70vh" }} />;
  if (type.startsWith("audio/")) return <audio src={address} aria-label={label} controls preload="metadata" style={{ width: "100%" }} />;
  return (
    <Center p="xl">
      <Thumbnail asset={asset} size={ICON_SIZE} />
    </Center>
  );
}
