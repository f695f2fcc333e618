import { notFound } from "next/navigation";
import { Listing } from "@/components/listing";
import { isLocale } from "@/texts";

/** No page is rendered at build time; each is rendered at its first request and then cached. */
export function generateStaticParams() {
  return [];
}

export default async function FurtherPage({ params }: PageProps<"/[locale]/page/[page]">) {
  const { locale, page } = await params;
  if (!isLocale(locale) || !/^[1-9]\d{0,4}$/.test(page)) notFound();
  return <Listing locale={locale} page={Number(page)} />;
}
