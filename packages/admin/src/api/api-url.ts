/** The URL of the API: the site that serves this page, or the URL that was set at build time. */
export const API_URL: string = (import.meta.env["VITE_COLOPHON_URL"] || location.origin).replace(/\/+$/, "");

export const CONFIG_PATH = "/api/admin/config";
