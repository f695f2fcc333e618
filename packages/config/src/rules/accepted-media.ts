import { formatValue } from "../messages.ts";
import type { FieldView } from "./read-fields.ts";

const MEDIA_TYPE = /^[a-z0-9][\w.+-]*\/(?:\*|[a-z0-9][\w.+-]*)$/i;

/** The media types of a field that refers to assets of this kind. */
export function checkAccept({ options, issuePath }: FieldView, kind: "image" | "video" | "file"): void {
  for (const [index, accepted] of (options.accept ?? []).entries()) {
    const at = issuePath.at("accept", index);
    if (!MEDIA_TYPE.test(accepted))
      at.report(`Use a media type such as ${kind === "file" ? "application/pdf" : `${kind}/*`} instead of ${formatValue(accepted)}.`);
    else if (kind !== "file" && !accepted.toLowerCase().startsWith(`${kind}/`))
      at.report(
        `Use a media type that begins with ${kind}/, or make this a field of type file: "${accepted}" is never stored as ${kind === "image" ? "an" : "a"} ${kind}.`,
      );
  }
}
