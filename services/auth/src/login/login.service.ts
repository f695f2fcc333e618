/** Signing in by a mailed code: requesting one, exchanging it for a session, and confirming a session by another one. */
import { randomUUID } from "node:crypto";
import { CODE_LIFE_MINUTES, hashOf, newToken } from "@colophon/runtime/credentials";
import {
  addLoginRequest,
  confirmSession,
  consumeCode,
  endCodes,
  endPresentedSession,
  findSession,
  lockAddress,
  notifyUser,
  openSession,
  rememberDevice,
  type Database,
} from "@colophon/database";
import { enqueue } from "@colophon/jobs";
import type { CodePair, CodeRequested, SessionUser } from "@colophon/api";
import { wrongCode, type CodeCheck } from "./code-check.ts";
import { sendCodeJob } from "../mail/mail.job.ts";
import { toActiveSession, toTime, type ActiveSession } from "../sessions/session-user.ts";

/** The device of a request. */
export interface Device {
  readonly network: string;
  /** The hash of the device cookie in the request, or null. */
  readonly deviceHash: string | null;
}

/** The device of a sign-in, stored for the user's list of sessions. */
export interface SignInDevice extends Device {
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** The session cookie of the sign-in request: that session ends. */
  readonly sessionId: string | null;
}
export interface SignIn {
  readonly user: SessionUser;
  readonly token: string;
  readonly maxAgeSeconds: number;
  readonly deviceToken: string;
}
export type Login = ReturnType<typeof createLogin>;

/** Requests codes and exchanges them for sessions. Expiry is checked by the database's clock. */
export function createLogin({ db, checkCode, confirmMinutes }: { db: Database; checkCode: CodeCheck; confirmMinutes: number }) {
  const open = async (email: string, device: SignInDevice): Promise<SignIn | null> => {
    const [sessionId, token, deviceToken] = [randomUUID(), newToken(), newToken()];
    const { userAgent, ip, network, deviceHash } = device;
    if (!(await openSession(db, { id: sessionId, tokenHash: hashOf(token), email, userAgent, ip }))) return null;
    const session = await findSession(db, sessionId, confirmMinutes);
    if (!session) return null;

    const userId = session.id;
    const isNew = await rememberDevice(db, { userId, network, deviceHash, newDeviceHash: hashOf(deviceToken) });
    if (isNew) await notifyUser(db, userId, "sign-in", { ip, userAgent });
    const { user, maxAgeSeconds } = toActiveSession(session);
    return { user, token, maxAgeSeconds, deviceToken };
  };

  return {
    /** Stores a request and its mail job together. It never looks the user up: the same work, and the same answer, for every address. */
    ask(email: string, { network, deviceHash }: Device): Promise<CodeRequested> {
      return db.transaction(async () => {
        const id = randomUUID();
        const endsAt = await addLoginRequest(db, { id, purpose: "sign-in", email, lifeMinutes: CODE_LIFE_MINUTES, network, deviceHash });
        await enqueue(db, sendCodeJob, { requestId: id, attempt: 0 });
        return { authRequestId: id, expiresAt: toTime(endsAt) };
      });
    },

    /** Exchanges a code for a new session. Every kind of wrong pair is the same 401. */
    async signIn(pair: CodePair, device: SignInDevice): Promise<SignIn> {
      const { email } = await checkCode(pair, "sign-in");
      const signIn = await db.transaction(async () => {
        await lockAddress(db, email);
        if (!(await consumeCode(db, pair.authRequestId))) return null;
        await endCodes(db, email);
        if (device.sessionId) await endPresentedSession(db, device.sessionId);
        return open(email, device); // null if the user was deleted after the mail was sent
      });
      if (!signIn) throw wrongCode();
      return signIn;
    },

    /** Confirms a session by a code that was mailed to its own user. A wrong code does not end the session. */
    async confirm(sessionId: string, pair: CodePair): Promise<ActiveSession> {
      const { email } = await checkCode(pair, "sign-in");
      const confirmed = await db.transaction(async () => {
        const session = await findSession(db, sessionId, confirmMinutes);
        const isOwn = session?.email.toLowerCase() === email.toLowerCase();
        return isOwn && (await consumeCode(db, pair.authRequestId)) ? confirmSession(db, sessionId, confirmMinutes) : undefined;
      });
      if (!confirmed) throw wrongCode();
      return toActiveSession(confirmed);
    },
  };
}
