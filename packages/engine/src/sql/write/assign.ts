/** Changes the owner of a record, as one statement. */
import { placeholder } from "../../placeholder.ts";
import type { AssignPlan } from "../../plan/assign.ts";
import type { Statement } from "../../types.ts";
import { isRemoved } from "../removed.ts";
import { join, param, prepare, sql, table } from "../sql.ts";
import { answerText } from "./answer.ts";
import { writeOutcome } from "./outcome.ts";
import { MISSING, problemsIn } from "./problems.ts";
import { targetCte } from "./update.ts";

/** Returns one `WriteRow`, or none if there is no such record. */
export function assignStatement({ access, id }: AssignPlan): Statement {
  const { entity } = access;
  const user = sql`${param(placeholder("userId"))}::uuid`;
  const wrong = problemsIn([
    sql`select ${"userId"}::text, ${MISSING}::text where not exists (select from cms.users u where u.id = ${user} and not ${isRemoved(user)})`,
  ]);
  const ctes = [
    targetCte(entity, id, sql`for no key update`),
    ...wrong.ctes,
    sql`outcome as materialized (select ${writeOutcome(entity, wrong.cases)} as outcome from target)`,
    sql`written as (update ${table(entity.table)} r set created_by = ${user}, created_by_kind = 'user' from target, outcome where r.id = target.id and outcome.outcome = 'ok' returning r.*)`,
  ];
  const columns = sql`outcome.outcome, ${wrong.details} as details, written.id, written.version, ${answerText(access, { entity, alias: "written", depth: 0 })} as data`;
  return prepare(sql`with ${join(ctes)} select ${columns} from outcome left join written on true`);
}
