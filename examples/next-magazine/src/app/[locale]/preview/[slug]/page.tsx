import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { ArticleView } from "@/components/article-view";
import { Draft } from "@/components/draft";
import { COLOPHON_URL, findArticle } from "@/content";
import { isLocale, textsIn } from "@/texts";

export const metadata: Metadata = { referrer: "no-referrer", robots: { index: false } };

/** The target of `/[locale]/articles/[slug]?preview=<token>`. */
export default async function PreviewPage({ params, searchParams }: PageProps<"/[locale]/preview/[slug]">) {
  const [{ locale, slug }, { preview }] = await Promise.all([params, searchParams]);
  if (!isLocale(locale)) notFound();
  const article = typeof preview === "string" ? await findArticle(locale, slug, preview) : null;
  if (!article) redirect(`/${locale}/articles/${slug}`);
  return (
    <ArticleView article={article}>
      <Draft admin={new URL(COLOPHON_URL).origin}>{textsIn(locale).draft}</Draft>
    </ArticleView>
  );
}
