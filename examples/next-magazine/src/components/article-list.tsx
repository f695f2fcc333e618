import Link from "next/link";
import type { Teaser } from "@/content";
import { formatDate } from "@/texts";
import { Picture } from "./picture";

interface ArticleListProps {
  readonly articles: readonly Teaser[];
  readonly locale: string;
}

export function ArticleList({ articles, locale }: ArticleListProps) {
  return (
    <div className="articles">
      {articles.map(({ id, slug, title, summary, date, cover, author }, index) => (
        <article key={id}>
          {cover && <Picture image={cover} sizes="(min-width: 60rem) 36rem, 100vw" first={index === 0} />}
          <div>
            <h2>
              <Link href={`/${locale}/articles/${slug}`}>{title}</Link>
            </h2>
            <p>{summary}</p>
            <p className="byline">
              {author?.name} {date && <time dateTime={date}>{formatDate(date, locale)}</time>}
            </p>
          </div>
        </article>
      ))}
    </div>
  );
}
