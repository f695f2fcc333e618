/** `admin/index.ts` of the project, or no parts where it has none. */
declare module "virtual:own-parts" {
  import type { AdminParts } from "@colophon/admin";

  const parts: AdminParts;
  // eslint-disable-next-line import/no-default-export -- what it stands for has one
  export default parts;
}
