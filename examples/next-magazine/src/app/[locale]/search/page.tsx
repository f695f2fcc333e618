import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ArticleList } from "@/components/article-list";
import { Page } from "@/components/page";
import { listArticles } from "@/content";
import { isLocale, LOCALES, textsIn } from "@/texts";

type Props = PageProps<"/[locale]/search">;
const ADDRESSES = Object.fromEntries(LOCALES.map((code) => [code, `/${code}/search`]));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: textsIn((await params).locale).search };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const [{ locale }, { q: asked }] = await Promise.all([params, searchParams]);
  if (!isLocale(locale)) notFound();
  const q = typeof asked === "string" ? asked.trim() : "";
  const found = q === "" ? null : await listArticles(locale, { q });
  const texts = textsIn(locale);
  return (
    <Page locale={locale} addresses={ADDRESSES}>
      <h1>{texts.search}</h1>
      <form className="search" role="search">
        <label htmlFor="q">{texts.searchFor}</label>
        <input id="q" type="search" name="q" defaultValue={q} />
        <button>{texts.search}</button>
      </form>
      {found && <p role="status">{texts.found(found.total)}</p>}
      {found && <ArticleList articles={found.articles} locale={locale} />}
    </Page>
  );
}
