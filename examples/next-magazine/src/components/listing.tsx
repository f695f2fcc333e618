import Link from "next/link";
import { listArticles } from "@/content";
import { textsIn } from "@/texts";
import { ArticleList } from "./article-list";
import { Page } from "./page";

interface ListingProps {
  readonly locale: string;
  readonly page: number;
}

/** One page of the articles. */
export async function Listing({ locale, page }: ListingProps) {
  const { articles, pages } = await listArticles(locale, { page });
  const texts = textsIn(locale);
  const at = (number: number) => (number === 1 ? `/${locale}` : `/${locale}/page/${number}`);
  return (
    <Page locale={locale}>
      <h1>{texts.latest}</h1>
      <ArticleList articles={articles} locale={locale} />
      <nav className="paging" aria-label={texts.pages}>
        {page > 1 && (
          <Link href={at(page - 1)} rel="prev">
            {texts.newer}
          </Link>
        )}
        <span>{texts.page(page, Math.max(pages, 1))}</span>
        {page < pages && (
          <Link href={at(page + 1)} rel="next">
            {texts.older}
          </Link>
        )}
      </nav>
    </Page>
  );
}
