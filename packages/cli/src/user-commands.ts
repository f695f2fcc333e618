import { randomUUID } from "node:crypto";
import { newId } from "@colophon/database";
import { acceptedRow, bind, parseBody, planCreate, type WriteRow } from "@colophon/engine";
import { STATUS } from "./failures.ts";
import { withSite, type Surroundings } from "./site.ts";
import { print, say } from "./terminal.ts";

const SYSTEM = { kind: "system" } as const;

/** `cms users create`: makes a user by the rules of `POST /api/_user`, and prints the id. @throws what those refuse */
export async function createUser(
  surroundings: Surroundings,
  { email, role, name }: { readonly email: string; readonly role: string; readonly name?: string | undefined },
): Promise<number> {
  await withSite(surroundings, async ({ schema, database }) => {
    const body = { email, role, ...(name !== undefined && { name }) };
    const data = await parseBody(schema, SYSTEM, "_user", body, { operation: "create", partial: false, makeKey: randomUUID });
    const statement = planCreate(schema, SYSTEM, "_user", { id: newId(), data, newId });
    const [row] = await database.run<WriteRow & Record<string, unknown>>(statement, bind(statement, { actor: SYSTEM, now: new Date() }));
    const { id } = acceptedRow(row);
    print(surroundings.terminal, String(id));
    say(surroundings.terminal, `${String(data.values["email"])} may sign in now, as ${role}.`);
  });
  return STATUS.done;
}
