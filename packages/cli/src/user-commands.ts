import { randomUUID } from "node:crypto";
import { newId } from "@colophon/database";
import { acceptedRow, bind, compile, createEngine, type WriteRow } from "@colophon/engine";
import { STATUS } from "./failures.ts";
import { withSite, type CommandContext } from "./site.ts";
import { print, say } from "./terminal.ts";

const SYSTEM = { kind: "system" } as const;

/** `cms users create`: creates a user by the rules of `POST /api/_user`, and prints the id. @throws their errors */
export async function createUser(
  context: CommandContext,
  { email, role, name }: { readonly email: string; readonly role: string; readonly name?: string | undefined },
): Promise<number> {
  await withSite(context, async ({ schema, database }) => {
    const body = { email, role, ...(name !== undefined && { name }) };
    const engine = createEngine(schema).as(SYSTEM);
    const data = await engine.parseBody("_user", body, { operation: "create", partial: false, makeKey: randomUUID });
    const plan = engine.create("_user", { id: newId(), data, newId });
    const statement = compile(plan);
    const bound = bind(statement, { actor: SYSTEM, now: new Date(), values: plan.values });
    const [row] = await database.run<WriteRow & Record<string, unknown>>(statement, bound);
    const { id } = acceptedRow(row);
    print(context.terminal, String(id));
    say(context.terminal, `${String(data.values["email"])} can now sign in with the role ${role}.`);
  });
  return STATUS.done;
}
