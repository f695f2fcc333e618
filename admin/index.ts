/** The parts that this site adds to the admin page, each loaded when it is first shown. */
import { defineAdmin } from "@colophon/admin";

export default defineAdmin({
  widgets: { counted: () => import("./counted-text.tsx") },
  cells: { minutes: () => import("./minutes-cell.tsx") },
  cards: { sections: () => import("./sections-card.tsx") },
  pages: { plan: { title: "Plan", load: () => import("./plan-page.tsx") } },
});
