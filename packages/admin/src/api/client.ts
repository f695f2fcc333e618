import { createClient } from "@colophon/client";

/** The API of the site that serves this page, or of the one that was named when the page was built. */
export const client = createClient({ url: import.meta.env["VITE_COLOPHON_URL"] ?? location.origin });
