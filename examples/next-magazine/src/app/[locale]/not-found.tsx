import Link from "next/link";
import { LOCALES, textsIn } from "@/texts";

/** This component does not get the locale of the request. */
export default function NotFound() {
  return (
    <main className="article">
      <h1>404</h1>
      {LOCALES.map((locale) => (
        <div key={locale} lang={locale}>
          <p>{textsIn(locale).missing}</p>
          <p>
            <Link href={`/${locale}`}>{textsIn(locale).home}</Link>
          </p>
        </div>
      ))}
    </main>
  );
}
