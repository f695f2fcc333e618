/** Where the API is: the site that serves this page, or the one that was named when the page was built. */
export const API_URL: string = (import.meta.env["VITE_COLOPHON_URL"] || location.origin).replace(/\/+$/, "");

export const CONFIG_PATH = "/api/admin/config";
