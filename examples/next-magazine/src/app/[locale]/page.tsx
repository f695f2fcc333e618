import { notFound } from "next/navigation";
import { Listing } from "@/components/listing";
import { isLocale } from "@/texts";

export default async function Home({ params }: PageProps<"/[locale]">) {
  const { locale } = await params;
  if (!isLocale(locale)) notFound();
  return <Listing locale={locale} page={1} />;
}
