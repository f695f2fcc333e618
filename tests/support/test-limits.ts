import { PATIENT_LIMITS } from "@colophon/database";

/** What PostgreSQL may take in tests that are not about that: also a machine that is slow and busy with others keeps these. */
export const TEST_LIMITS = { ...PATIENT_LIMITS, lockMs: 30_000 };
