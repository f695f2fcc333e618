import { escapeHtml, toHtml, type DocumentInner, type DocumentNode } from "@colophon/client/rich-text";
import Link from "next/link";
import { assetUrl, type Image } from "@/content";
import { Picture } from "./picture";

interface RichTextProps {
  readonly nodes: readonly (DocumentNode | DocumentInner)[];
  readonly locale: string;
}

interface Linked {
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
}

/** The attributes of all nodes, with the records that `content.ts` resolves: null if they were deleted, or are not for visitors. */
interface Attributes {
  readonly image?: Image | null;
  readonly video?: { readonly url: string } | null;
  readonly file?: { readonly url: string; readonly filename: string } | null;
  readonly id?: Linked | null;
  readonly alt?: string | null;
  readonly caption?: string | null;
  readonly title?: string | null;
  readonly text?: string;
  readonly by?: string | null;
  readonly start?: number;
  readonly checked?: boolean;
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly align?: "left" | "center" | "right";
}

/** Nodes of a text, at any depth. Pictures, cards of articles and the like are components, lines of text are HTML. */
export function RichText({ nodes, locale }: RichTextProps) {
  return nodes.map((node, index) => <Block key={index} node={node} locale={locale} />);
}

function Block({ node, locale }: { readonly node: DocumentNode | DocumentInner; readonly locale: string }) {
  const name = "_type" in node ? node._type : node.type;
  const attrs = (node.attrs ?? {}) as Attributes;
  const inside = <RichText nodes={node.content ?? []} locale={locale} />;
  const cell = { colSpan: attrs.colspan, rowSpan: attrs.rowspan, align: attrs.align };
  switch (name) {
    case "bulletList":
    case "taskList":
      return <ul>{inside}</ul>;
    case "orderedList":
      return <ol start={attrs.start}>{inside}</ol>;
    case "listItem":
    case "taskItem":
      return <li data-checked={attrs.checked}>{inside}</li>;
    case "blockquote":
      return <blockquote>{inside}</blockquote>;
    case "table":
      return (
        <table>
          <tbody>{inside}</tbody>
        </table>
      );
    case "tableRow":
      return <tr>{inside}</tr>;
    case "tableHeader":
      return <th {...cell}>{inside}</th>;
    case "tableCell":
      return <td {...cell}>{inside}</td>;
    case "image": {
      const { image, alt, caption } = attrs;
      if (!image) return null;
      return (
        <figure>
          <Picture image={{ ...image, alt: alt ?? image.alt }} sizes="(min-width: 40rem) 38rem, 100vw" />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      );
    }
    case "video": {
      const { video, caption } = attrs;
      if (!video) return null;
      return (
        <figure>
          <video controls preload="none" src={assetUrl(video.url)} />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      );
    }
    case "file": {
      const { file, title } = attrs;
      if (!file) return null;
      return (
        <p>
          <a href={assetUrl(file.url)}>{title ?? file.filename}</a>
        </p>
      );
    }
    case "record": {
      const { id: article } = attrs;
      if (!article) return null;
      return (
        <aside className="card">
          <Link href={addressOf(article, locale)}>{article.title}</Link> {article.summary}
        </aside>
      );
    }
    case "quote": {
      const { text, by } = attrs;
      return (
        <figure className="quote">
          <blockquote>{text}</blockquote>
          {by && <figcaption>{by}</figcaption>}
        </figure>
      );
    }
    default:
      return <div dangerouslySetInnerHTML={{ __html: htmlOf({ ...node, _type: name }, locale) }} />;
  }
}

/** `toHtml` escapes every text and attribute. A link to an article gets the URL of its page. */
function htmlOf(node: DocumentNode, locale: string): string {
  return toHtml([node], {
    render: {
      link: ({ href, id }, content) => {
        const article = id as Linked | null | undefined;
        const url = typeof href === "string" ? href : article ? addressOf(article, locale) : null;
        return url === null ? content : `<a href="${escapeHtml(url)}">${content}</a>`;
      },
    },
  });
}

function addressOf({ slug }: Linked, locale: string): string {
  return `/${locale}/articles/${slug}`;
}
