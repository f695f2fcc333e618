import type { Metadata } from "next";
import { readSettings } from "@/content";
import { LOCALES } from "@/texts";
import "../magazine.css";

export function generateStaticParams() {
  return LOCALES.map((locale) => ({ locale }));
}

export async function generateMetadata(): Promise<Metadata> {
  const { title } = await readSettings();
  return { title: { default: title, template: `%s – ${title}` } };
}

export default async function Layout({ params, children }: LayoutProps<"/[locale]">) {
  const { locale } = await params;
  return (
    <html lang={locale}>
      <body>{children}</body>
    </html>
  );
}
