import { listTranslations, type Article } from "@/content";
import { formatDate } from "@/texts";
import { Page } from "./page";
import { Picture } from "./picture";
import { RichText } from "./rich-text";

interface ArticleViewProps {
  readonly article: Article;
  /** Shown above the article. */
  readonly children?: React.ReactNode;
}

/** An article, published or a draft. */
export async function ArticleView({ article, children }: ArticleViewProps) {
  const { locale, title, summary, body, date, cover, author, tags } = article;
  return (
    <Page locale={locale} addresses={await addressesOf(article)}>
      {children}
      <article className="article">
        <h1>{title}</h1>
        <p className="summary">{summary}</p>
        <p className="byline">
          {author?.name} {date && <time dateTime={date}>{formatDate(date, locale)}</time>}
        </p>
        {cover && <Picture image={cover} sizes="(min-width: 60rem) 56rem, 100vw" first />}
        <div className="body">
          <RichText nodes={body ?? []} locale={locale} />
        </div>
        <ul className="tags">
          {tags.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </article>
    </Page>
  );
}

/** The URLs of the article in its languages. */
export async function addressesOf(article: Article): Promise<Record<string, string>> {
  const all = [article, ...(await listTranslations(article))];
  return Object.fromEntries(all.map(({ locale, slug }) => [locale, `/${locale}/articles/${slug}`]));
}
