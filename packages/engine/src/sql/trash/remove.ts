/** The final deletion of a record in the trash as one statement. */
import type { RemovePlan } from "../../plan/write.ts";
import type { Statement } from "../../types.ts";
import { sql } from "../sql.ts";
import { deletionStatement } from "../write/remove.ts";
import { trashCases, trashedCtes } from "./target.ts";

export function removeTrashedStatement(plan: RemovePlan): Statement {
  const { access, id, until, expectedVersion } = plan;
  return deletionStatement(plan, {
    ctes: trashedCtes(access, id, until),
    from: sql`target, next`,
    cases: trashCases(access, expectedVersion),
  });
}
