import { escapeHtml, toHtml, type DocumentNode, type RichDocument } from "@colophon/client/rich-text";
import Link from "next/link";
import type { Image } from "@/content";
import { Picture } from "./picture";

interface Linked {
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
}

/** The text of an article. Pictures, cards of articles and quotations are components, everything else is HTML. */
export function RichText({ body, locale }: { readonly body: RichDocument; readonly locale: string }) {
  return (
    <div className="body">
      {body.map((node, index) => (
        <Block key={index} node={node} locale={locale} />
      ))}
    </div>
  );
}

/** The attributes of a node have the records that `content.ts` resolves. */
function Block({ node, locale }: { readonly node: DocumentNode; readonly locale: string }) {
  switch (node._type) {
    case "image": {
      const { image, alt, caption } = (node.attrs ?? {}) as { image: Image | null; alt?: string; caption?: string };
      if (!image) return null; // deleted, or not for visitors
      return (
        <figure>
          <Picture image={{ ...image, alt: alt ?? image.alt }} sizes="(min-width: 40rem) 38rem, 100vw" />
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      );
    }
    case "record": {
      const { id: article } = (node.attrs ?? {}) as { id: Linked | null };
      if (!article) return null;
      return (
        <aside className="card">
          <Link href={`/${locale}/articles/${article.slug}`}>{article.title}</Link> {article.summary}
        </aside>
      );
    }
    case "quote": {
      const { text, by } = (node.attrs ?? {}) as { text: string; by?: string | null };
      return (
        <figure className="quote">
          <blockquote>{text}</blockquote>
          {by && <figcaption>{by}</figcaption>}
        </figure>
      );
    }
    default:
      return <div dangerouslySetInnerHTML={{ __html: htmlOf(node, locale) }} />;
  }
}

/** `toHtml` escapes every text and attribute. A link to an article gets the URL of its page. */
function htmlOf(node: DocumentNode, locale: string): string {
  return toHtml([node], {
    render: {
      link: ({ href, id }, content) => {
        const article = id as Linked | null | undefined;
        const url = typeof href === "string" ? href : article ? `/${locale}/articles/${article.slug}` : null;
        return url === null ? content : `<a href="${escapeHtml(url)}">${content}</a>`;
      },
    },
  });
}
