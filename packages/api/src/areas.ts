import { ASSETS_PATH } from "@colophon/model";
import type { Area } from "./route.ts";

const SECOND = 1000;
/** A write's before-hooks may use all of its time. */
const CONTENT_MS = { read: 4.5 * SECOND, write: 5 * SECOND };

/** The areas of the API. A path belongs to the area with the longest matching path. */
export const AREAS = {
  auth: {
    name: "auth",
    upstream: "auth",
    paths: ["/api/auth", "/api/auth/"],
    auth: "session",
    bucket: "sign-in",
    cookies: true,
    cache: "no-store",
    budgetMs: 4.5 * SECOND,
  },
  keys: {
    name: "api-keys",
    upstream: "auth",
    paths: ["/api/_api-keys", "/api/_api-keys/"],
    auth: "admin",
    cache: "no-store",
    budgetMs: 4.5 * SECOND,
  },
  assets: { name: "assets", upstream: "asset", paths: [ASSETS_PATH], auth: "role", bucket: "files", budgetMs: 15 * SECOND },
  search: { name: "search", upstream: "search", paths: ["/api/search"], auth: "role", budgetMs: 4.5 * SECOND },
  custom: { name: "custom", upstream: "content", paths: ["/api/custom/"], auth: "role", budgetMs: 10 * SECOND },
  users: {
    name: "content",
    upstream: "content",
    paths: ["/api/_user", "/api/_user/"],
    auth: "role",
    cache: "no-store",
    budgetMs: CONTENT_MS,
  },
  content: { name: "content", upstream: "content", paths: ["/api/"], auth: "role", budgetMs: CONTENT_MS },
  description: {
    name: "content",
    upstream: "content",
    paths: ["/openapi.json", "/docs", "/docs/"],
    auth: "role",
    budgetMs: CONTENT_MS,
  },
  /** Files on the gateway's own disk: limited like other files, and the same for everybody. */
  adminPage: {
    name: "admin-page",
    upstream: "gateway",
    paths: ["/admin", "/admin/"],
    auth: "anyone",
    bucket: "files",
    budgetMs: 4.5 * SECOND,
  },
} as const satisfies Record<string, Area>;
