/** Sends the first requests of the page while the rest of it is still being loaded. */
import { rememberedList } from "./api/early-answers.ts";

const api: string = import.meta.env["VITE_COLOPHON_URL"] || location.origin;
const first = location.pathname.endsWith("/sign-in") ? [] : ["/api/admin/config", "/api/auth/me"];
const list = rememberedList(location.pathname + location.search);
const addresses = [...first.map((path) => api + path), ...(list?.startsWith(`${api}/api/`) ? [list] : [])];

const init: RequestInit = { headers: { accept: "application/json" }, credentials: "include" };
window.colophonEarly = new Map(
  addresses.map((url) => {
    const answer = fetch(url, init);
    answer.catch(() => undefined); // whoever takes it sees the failure
    return [url, answer];
  }),
);
