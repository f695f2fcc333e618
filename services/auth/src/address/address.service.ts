/** Changes of one's own email address: a code mailed to the new one proves that it is the user's. */
import { randomUUID } from "node:crypto";
import { CODE_LIFE_MINUTES } from "@colophon/runtime/credentials";
import { addLoginRequest, consumeCode, findSession, newId, type Database } from "@colophon/database";
import { acceptedRow, bind, compile, createEngine, type Principal, type Schema, type WriteRow } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { enqueue } from "@colophon/jobs";
import type { SessionIdentity } from "@colophon/runtime";
import type { CodePair, CodeRequested, SessionUser } from "@colophon/api";
import { wrongCode, type CodeCheck } from "../login/code-check.ts";
import { sendCodeJob } from "../mail/mail.job.ts";
import { toActiveSession, toTime } from "../sessions/session-user.ts";

const SYSTEM: Principal = { kind: "system" };

interface Ports {
  readonly db: Database;
  readonly schema: Schema;
  readonly checkCode: CodeCheck;
  readonly confirmMinutes: number;
}
export type Addresses = ReturnType<typeof createAddresses>;

/** Sends a code to a new address, and changes the address after the code was entered. */
export function createAddresses({ db, schema, checkCode, confirmMinutes }: Ports) {
  const engine = createEngine(schema).as(SYSTEM);
  const change = async (session: SessionIdentity, email: string): Promise<void> => {
    const data = { values: { email }, references: [], locale: null, translationGroup: null };
    const plan = engine.update("_user", session.userId, { data, newId, keptSession: session.credentialId });
    const statement = compile(plan);
    const values = bind(statement, { principal: SYSTEM, now: new Date(), values: plan.values });
    const [row] = await db.run<WriteRow & Record<string, unknown>>(statement, values);
    acceptedRow(row);
  };

  return {
    /** Stores a request and its mail job together. The same work, and the same answer, for every address, including taken ones. */
    ask(userId: string, email: string): Promise<CodeRequested> {
      return db.transaction(async () => {
        const id = randomUUID();
        const endsAt = await addLoginRequest(db, { id, purpose: "email", email, lifeMinutes: CODE_LIFE_MINUTES, userId });
        await enqueue(db, sendCodeJob, { requestId: id, attempt: 0 });
        return { authRequestId: id, expiresAt: toTime(endsAt) };
      });
    },

    /**
     * Changes the address, ends the user's other sessions and codes, and sends a notice to the old address.
     *
     * @throws UNAUTHORIZED for a wrong code, another user's code, and an address that is now in use.
     */
    async confirm(session: SessionIdentity, pair: CodePair): Promise<SessionUser> {
      const { email, user_id: userId } = await checkCode(pair, "email");
      if (userId !== session.userId) throw wrongCode();
      const changed = await db
        .transaction(async () => {
          if (!(await consumeCode(db, pair.authRequestId))) throw wrongCode();
          await change(session, email);
          return findSession(db, session.credentialId, confirmMinutes);
        })
        .catch((error: unknown) => {
          throw error instanceof AppError && (error.code === "CONFLICT" || error.code === "NOT_FOUND") ? wrongCode() : error;
        });
      if (!changed) throw wrongCode();
      return toActiveSession(changed).user;
    },
  };
}
