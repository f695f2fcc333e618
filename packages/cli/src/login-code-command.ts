import { randomUUID } from "node:crypto";
import { canonicalEmail } from "@colophon/model";
import { CODE_LIFE_MINUTES, createCodes, newCode } from "@colophon/credentials";
import { giveCode } from "@colophon/database";
import { Refusal, STATUS } from "./failures.ts";
import { withSite, type CommandContext } from "./site.ts";
import { print, say } from "./terminal.ts";

/**
 * `cms login-code`: a code for a user who can't receive mail, with the request that it belongs to, as the body for `POST /api/auth/create`.
 * It counts towards no limit. @throws Refusal if no user has the address, EnvError without the services' secret
 */
export async function printLoginCode(context: CommandContext, email: string): Promise<number> {
  await withSite(context, async ({ database, secret, command }) => {
    const [authRequestId, code] = [randomUUID(), newCode()];
    const codeHmac = createCodes(secret()).codeHmac(authRequestId, code);
    const endsAt = await giveCode(database, { id: authRequestId, email: canonicalEmail(email), codeHmac, lifeMinutes: CODE_LIFE_MINUTES });
    if (!endsAt) throw new Refusal(`No user has the address ${email}. To create one, run: ${command} users create`);
    print(context.terminal, JSON.stringify({ authRequestId, code }));
    say(
      context.terminal,
      `To sign in as ${email}, send this body to POST /api/auth/create. It is valid once, until ${endsAt.toISOString()}.`,
    );
  });
  return STATUS.done;
}
