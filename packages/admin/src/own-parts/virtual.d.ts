/** `admin/index.ts` of the project; no parts if it does not exist. */
declare module "virtual:own-parts" {
  import type { AdminParts } from "@colophon/admin";

  const parts: AdminParts;
  export default parts;
}
