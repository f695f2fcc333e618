import { notFound } from "next/navigation";
import { Listing } from "@/components/listing";
import { isLocale } from "@/texts";

/** None is made at the build; each is made at its first request, and kept. */
export function generateStaticParams() {
  return [];
}

export default async function FurtherPage({ params }: PageProps<"/[locale]/page/[page]">) {
  const { locale, page } = await params;
  if (!isLocale(locale) || !/^[1-9]\d{0,4}$/.test(page)) notFound();
  return <Listing locale={locale} page={Number(page)} />;
}
