import Link from "next/link";
import { readSettings } from "@/content";
import { LOCALES, textsIn } from "@/texts";

interface PageProps {
  readonly locale: string;
  /** The URL of this page in each language; by default those of the front pages. */
  readonly addresses?: Readonly<Record<string, string>>;
  readonly children: React.ReactNode;
}

/** Head and body of every page. */
export async function Page({ locale, addresses = {}, children }: PageProps) {
  const { title, tagline } = await readSettings();
  const texts = textsIn(locale);
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="masthead">
        <Link className="name" href={`/${locale}`}>
          {title}
        </Link>
        <p className="tagline">{tagline}</p>
        <nav aria-label={texts.languages}>
          {LOCALES.map((code) => (
            <Link
              key={code}
              href={addresses[code] ?? `/${code}`}
              lang={code}
              hrefLang={code}
              aria-current={code === locale ? "true" : undefined}
            >
              {textsIn(code).name}
            </Link>
          ))}
          <Link href={`/${locale}/search`}>{texts.search}</Link>
        </nav>
      </header>
      <main id="content">{children}</main>
    </>
  );
}
