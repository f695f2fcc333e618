import { Center, Image } from "@mantine/core";
import { IconFile, IconMovie } from "@tabler/icons-react";
import { useState } from "react";
import { API_URL, type AnyRecord } from "../../../api/client.ts";

/** A small picture of an asset, or a sign of what it is. */
export function Thumbnail({ asset, size }: { readonly asset: AnyRecord; readonly size: number }) {
  const [isWhole, setWhole] = useState(false);
  const { url, alt, mimeType, filename } = asset;
  const Sign = String(mimeType).startsWith("video/") ? IconMovie : IconFile;
  if (typeof url !== "string" || !/^image\/(?:jpeg|png|webp|avif|gif)$/.test(String(mimeType)))
    return (
      <Center w={size} h={size} bg="var(--mantine-color-default-hover)">
        <Sign size={size / 3} aria-hidden />
      </Center>
    );
  const small = `?w=${size * 2}&h=${size * 2}&fit=cover&format=webp`;
  return (
    <Image
      src={API_URL + url + (isWhole ? "" : small)}
      alt={typeof alt === "string" && alt !== "" ? alt : String(filename)}
      w={size}
      h={size}
      fit="cover"
      radius="sm"
      loading="lazy"
      onError={() => setWhole(true)}
    />
  );
}
