/** Compares a code with the mailed code of a request. */
import type { CodePair } from "@colophon/api";
import type { Codes } from "@colophon/runtime/credentials";
import { countAttempt, type AttemptRow, type CodePurpose, type Database } from "@colophon/database";
import { AppError } from "@colophon/model/errors";
import { isUuid } from "@colophon/model";

export type CodeCheck = ReturnType<typeof createCodeCheck>;

/** Every kind of wrong pair is the same 401. */
export function wrongCode(): AppError {
  return new AppError("UNAUTHORIZED", "The code is wrong or has expired");
}

/** The request of a pair; this does not consume the code. @throws UNAUTHORIZED for a wrong pair */
export function createCodeCheck({ db, codes }: { db: Database; codes: Codes }) {
  return async ({ authRequestId, code }: CodePair, purpose: CodePurpose): Promise<AttemptRow> => {
    const request = isUuid(authRequestId) ? await countAttempt(db, authRequestId, purpose) : undefined;
    if (!request || !codes.codeMatches(request.code_hmac, authRequestId.toLowerCase(), code)) throw wrongCode();
    return request;
  };
}
