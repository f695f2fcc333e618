/** The exports of `@colophon/admin` for custom parts. */
export { call as request, listRecords, type AnyQuery, type AnyRecord } from "../api/client.ts";
export { useKnownConfig as useAdminConfig } from "../api/admin-config.ts";
export { useKnownMe as useMe } from "../api/admin-config.ts";
export { defineAdmin, type AdminParts, type CellProps, type WidgetProps } from "./define-admin.ts";
