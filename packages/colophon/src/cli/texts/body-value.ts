/** A text of a file as the value of a field of rich text. */
import { fromHtml, fromMarkdown, toMarkdown } from "@colophon/client/rich-text";
import { saysAll, type RichTextDefinition } from "@colophon/client/rich-text/format-changes";
import { withAssets } from "@colophon/client/rich-text/markdown-images";

export interface BodyText {
  readonly kind: "markdown" | "html";
  readonly text: string;
}

export interface BodyValue {
  readonly value: unknown;
  /** Whether it says all that the text says. HTML isn't compared. */
  readonly isWhole: boolean;
}

type AssetOf = (url: string) => string | null;

/** The URLs of its images. */
export function imagesOf({ kind, text }: BodyText): readonly string[] {
  const urls: string[] = [];
  const remember: AssetOf = (url) => {
    urls.push(url);
    return null;
  };
  if (kind === "html") fromHtml(text, { assetOf: remember });
  else withAssets(text, remember);
  return [...new Set(urls)].filter((url) => url !== "" && !url.startsWith("asset:"));
}

export function bodyValue({ format = "markdown" }: RichTextDefinition, { kind, text }: BodyText, assetOf: AssetOf): BodyValue {
  if (kind === "html") {
    const document = fromHtml(text, { assetOf });
    return { value: format === "markdown" ? toMarkdown(document) : document, isWhole: true };
  }
  const markdown = withAssets(text, assetOf);
  if (format === "markdown") return { value: markdown, isWhole: true };
  const document = fromMarkdown(markdown);
  return { value: document, isWhole: saysAll(document, markdown) };
}
