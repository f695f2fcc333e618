import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { addressesOf, ArticleView } from "@/components/article-view";
import { findArticle, listArticles } from "@/content";
import { isLocale } from "@/texts";

type Props = PageProps<"/[locale]/articles/[slug]">;

/** The newest articles are rendered at build time, the others at their first request. */
export async function generateStaticParams({ params: { locale } }: { params: { locale: string } }) {
  const { articles } = await listArticles(locale);
  return articles.map(({ slug }) => ({ slug: String(slug) }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const article = await read(params);
  const { title, summary, seo } = article;
  return {
    title: seo?.title ?? title,
    description: seo?.description ?? summary,
    alternates: { languages: await addressesOf(article) },
  };
}

export default async function ArticlePage({ params }: Props) {
  return <ArticleView article={await read(params)} />;
}

async function read(params: Props["params"]) {
  const { locale, slug } = await params;
  return (isLocale(locale) ? await findArticle(locale, slug) : null) ?? notFound();
}
