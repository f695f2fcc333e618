import { randomUUID } from "node:crypto";
import { newId, createLoginCode } from "@colophon/database";
import { acceptedRow, bind, compile, createEngine, type WriteRow } from "@colophon/engine";
import { canonicalEmail } from "@colophon/model";
import { CODE_LIFE_MINUTES, createCodes, newCode } from "@colophon/runtime/credentials";
import { STATUS, Refusal } from "./failures.ts";
import { withSite, type CommandContext } from "./site.ts";
import { print, printMessage } from "./terminal.ts";

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
    const bound = bind(statement, { principal: SYSTEM, now: new Date(), values: plan.values });
    const [row] = await database.run<WriteRow & Record<string, unknown>>(statement, bound);
    const { id } = acceptedRow(row);
    print(context.terminal, String(id));
    printMessage(context.terminal, `${String(data.values["email"])} can now sign in with the role ${role}.`);
  });
  return STATUS.done;
}

/**
 * `cms login-code`: a code for a user who can't receive mail, with the request that it belongs to, as the body for `POST /api/auth/create`.
 * It counts towards no limit. @throws Refusal if no user has the address, EnvError without the services' secret
 */
export async function printLoginCode(context: CommandContext, email: string): Promise<number> {
  await withSite(context, async ({ database, secret, command }) => {
    const [authRequestId, code] = [randomUUID(), newCode()];
    const codeHmac = createCodes(secret()).codeHmac(authRequestId, code);
    const endsAt = await createLoginCode(database, {
      id: authRequestId,
      email: canonicalEmail(email),
      codeHmac,
      lifeMinutes: CODE_LIFE_MINUTES,
    });
    if (!endsAt) throw new Refusal(`No user has the address ${email}. To create one, run: ${command} users create`);
    print(context.terminal, JSON.stringify({ authRequestId, code }));
    printMessage(
      context.terminal,
      `To sign in as ${email}, send this body to POST /api/auth/create. It is valid once, until ${endsAt.toISOString()}.`,
    );
  });
  return STATUS.done;
}
