import { Image } from "@mantine/core";
import { useKnownConfig } from "../api/admin-config.ts";
import type { AnyRecord } from "../api/client.ts";
import { valueAt } from "../api/summary.ts";
import { imageUrl } from "../api/api-url.ts";
import { OwnPart } from "../own-parts/own-part.tsx";
import { ownCells } from "../own-parts/own-parts.ts";
import { StatusMark } from "../elements/status-mark.tsx";
import { cellTextOf, type Words } from "./cell-text.ts";
import type { Column } from "../list-model/columns.ts";

interface Props {
  readonly column: Column;
  readonly record: AnyRecord;
  readonly words: Words;
}

/** One value of a record, in a short form. */
export function Cell({ column, record, words }: Props) {
  const { path, field, targetPath } = column;
  const value = valueAt(record, path);
  if (path === "_status" && typeof value === "string") return <StatusMark status={value} label={words.t(`status.${value}`)} />;
  const ownName = field.type === "reverse" ? "" : (field.admin?.widget ?? "");
  const Own = ownCells.get(ownName);
  if (Own && field.type !== "reverse")
    return <OwnPart name={ownName} children={<Own definition={field} value={value} record={record} />} />;
  if (field.type === "image" && targetPath === "url") return <Thumbnail url={valueAt(Array.isArray(value) ? value[0] : value, "url")} />;
  return (
    <div className="list-text" dir="auto">
      {cellTextOf(column, value, words)}
    </div>
  );
}

function Thumbnail({ url }: { readonly url: unknown }) {
  const { images } = useKnownConfig();
  if (typeof url !== "string") return null;
  return <Image src={imageUrl({ url }, images.thumbnail)} alt="" w={48} h={36} fit="cover" radius="sm" loading="lazy" />;
}
