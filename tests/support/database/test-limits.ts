import { PATIENT_LIMITS } from "@colophon/database";

/** PostgreSQL's time limits in tests that are not about time limits: long enough for a slow and busy machine. */
export const TEST_LIMITS = { ...PATIENT_LIMITS, lockMs: 30_000, idleTransactionMs: 60_000 };
