/** GET /api/custom/calendar?locale=de: the coming events as an iCalendar file, which calendar apps can subscribe to. */
import type { CustomRouteDefinition } from "colophon/config";

const WEBSITE = process.env["WEBSITE_URL"] ?? "http://localhost:3000";

export const calendar: CustomRouteDefinition = {
  name: "calendar",
  roles: ["editor", "translator", "organiser", "visitor"],
  async handler({ req, db }) {
    const locale = new URL(req.url).searchParams.get("locale") ?? "en";
    const { data } = await db.entity("event").list({
      locale,
      filter: { ends: { $gte: new Date().toISOString() }, state: { $ne: "cancelled" } },
      sort: "starts",
      fields: ["title", "slug", "starts", "ends", "updatedAt"],
      resolve: { venue: ["name", "address"] },
      limit: 100,
    });
    const lines = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//event-directory//EN",
      ...data.flatMap(linesOf(locale)),
      "END:VCALENDAR",
      "",
    ];
    return new Response(lines.map(folded).join("\r\n"), { headers: { "content-type": "text/calendar; charset=utf-8" } });
  },
};

interface Event {
  readonly id: string;
  readonly title: string;
  readonly slug: string | null;
  readonly starts: string;
  readonly ends: string;
  readonly updatedAt: string;
  readonly venue: { readonly name: string; readonly address?: { readonly city?: string } } | null;
}

function linesOf(locale: string) {
  return ({ id, title, slug, starts, ends, updatedAt, venue }: Event): string[] => [
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${timeOf(updatedAt)}`,
    `DTSTART:${timeOf(starts)}`,
    `DTEND:${timeOf(ends)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped([venue?.name, venue?.address?.city].filter(Boolean).join(", "))}`,
    `URL:${WEBSITE}/${locale}/events/${slug}`,
    "END:VEVENT",
  ];
}

/** 20261127T193000Z */
function timeOf(iso: string): string {
  return iso.replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

/** Lines have at most 75 bytes; the rest follows in lines that begin with a space. @see RFC 5545, 3.1 */
function folded(line: string): string {
  const parts = [""];
  for (const character of line) {
    const [last = ""] = parts.slice(-1);
    if (Buffer.byteLength(last + character) > 74) parts.push(` ${character}`);
    else parts[parts.length - 1] = last + character;
  }
  return parts.join("\r\n");
}
