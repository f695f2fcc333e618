/** The texts of the user interface. */
const TEXTS = {
  en: {
    name: "English",
    coming: "Coming events",
    featured: "Don't miss",
    search: "Search",
    category: "Category",
    all: "All",
    month: "Month",
    price: "Price up to",
    show: "Show",
    found: (count: number) => (count === 1 ? "1 event" : `${count} events`),
    from: (price: string) => `from ${price}`,
    states: { announced: "Announced", confirmed: "Confirmed", cancelled: "Cancelled", over: "Over" },
    roles: { headliner: "Headliner", support: "Support", speaker: "Speaker", host: "Host" },
    lineUp: "Line-up",
    tickets: "Tickets",
    events: "Events",
    languages: "Languages",
    draft: "This is a draft. Only people with this link see it.",
    skip: "Skip to the content",
    missing: "There is no such page.",
  },
  de: {
    name: "Deutsch",
    coming: "Kommende Veranstaltungen",
    featured: "Nicht verpassen",
    search: "Suche",
    category: "Kategorie",
    all: "Alle",
    month: "Monat",
    price: "Preis bis",
    show: "Anzeigen",
    found: (count: number) => (count === 1 ? "1 Veranstaltung" : `${count} Veranstaltungen`),
    from: (price: string) => `ab ${price}`,
    states: { announced: "Angekündigt", confirmed: "Bestätigt", cancelled: "Abgesagt", over: "Vorbei" },
    roles: { headliner: "Hauptprogramm", support: "Vorprogramm", speaker: "Vortrag", host: "Moderation" },
    lineUp: "Besetzung",
    tickets: "Karten",
    events: "Veranstaltungen",
    languages: "Sprachen",
    draft: "Das ist ein Entwurf. Nur wer diesen Link hat, sieht ihn.",
    skip: "Zum Inhalt springen",
    missing: "Diese Seite gibt es nicht.",
  },
  pt: {
    name: "Português",
    coming: "Próximos eventos",
    featured: "Não perca",
    search: "Busca",
    category: "Categoria",
    all: "Todas",
    month: "Mês",
    price: "Preço até",
    show: "Mostrar",
    found: (count: number) => (count === 1 ? "1 evento" : `${count} eventos`),
    from: (price: string) => `a partir de ${price}`,
    states: { announced: "Anunciado", confirmed: "Confirmado", cancelled: "Cancelado", over: "Encerrado" },
    roles: { headliner: "Atração principal", support: "Abertura", speaker: "Palestra", host: "Apresentação" },
    lineUp: "Programação",
    tickets: "Ingressos",
    events: "Eventos",
    languages: "Idiomas",
    draft: "Este é um rascunho. Só quem tem este link o vê.",
    skip: "Ir para o conteúdo",
    missing: "Esta página não existe.",
  },
};

export type Locale = keyof typeof TEXTS;
export const LOCALES = Object.keys(TEXTS) as Locale[];

export function isLocale(text: string): text is Locale {
  return Object.hasOwn(TEXTS, text);
}

export function textsIn(locale: string) {
  return TEXTS[locale as Locale] ?? TEXTS.en;
}

export function formatTime(time: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: "Europe/Berlin" }).format(new Date(time));
}

export function formatPrice(price: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(price);
}
