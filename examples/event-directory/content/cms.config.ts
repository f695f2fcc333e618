import { defineConfig } from "colophon/config";
import { redirects } from "colophon/plugins/redirects";
import { seo } from "colophon/plugins/seo";
import { calendar } from "./calendar.ts";
import { event } from "./entities/event.ts";
import { home, page } from "./entities/pages.ts";
import { organiser, person } from "./entities/people.ts";
import { category, series } from "./entities/topics.ts";
import { venue } from "./entities/venue.ts";
import { archivePastEvents } from "./jobs.ts";
import { notes } from "./plugins/notes.ts";
import { roles } from "./roles.ts";

/** The URL of the website, for previews of drafts and the sitemap. */
const WEBSITE = process.env["WEBSITE_URL"] ?? "http://localhost:3000";
/** With the same secret for the website, it shows changes at once instead of after a minute. */
const WEBSITE_SECRET = process.env["WEBSITE_WEBHOOK_SECRET"];
/** The website's sizes of pictures: made after the upload, cropped around the focal point. */
const SIZES = [
  { w: 480, h: 270 },
  { w: 960, h: 540 },
  { w: 1440, h: 810 },
];
const PAGES = { event: "/{locale}/events/{slug}", venue: "/{locale}/venues/{slug}" };

export default defineConfig({
  locales: ["en", "de", "pt"],
  entities: [event, venue, person, organiser, series, category, page, home],
  roles,
  plugins: [
    seo({ url: WEBSITE, pages: PAGES }),
    redirects({ pages: PAGES, editors: ["editor"] }),
    notes({ entities: ["event", "venue"], readers: ["editor"] }),
  ],
  customRoutes: [calendar],
  jobs: [archivePastEvents],
  webhooks: WEBSITE_SECRET
    ? [{ name: "website", url: `${WEBSITE}/api/changed`, events: ["*"], secret: WEBSITE_SECRET, allowPrivate: true }]
    : [],
  storage: { adapter: "local", derivatives: SIZES.map((size) => ({ ...size, fit: "cover", format: "webp" })) },
});
