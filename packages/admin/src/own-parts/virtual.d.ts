/** `admin/index.ts` of the project, or no parts where it has none. */
declare module "virtual:own-parts" {
  import type { AdminParts } from "@colophon/admin";

  const parts: AdminParts;
  export default parts;
}
