import { unavailable } from "@colophon/model/errors";

/** The code of a system or server error, such as ENOENT or NoSuchKey; "" without one. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** The result of a call to a store; null if it fails with one of these codes. @throws SERVICE_UNAVAILABLE for any other failure */
export async function nullOn<T>(codes: ReadonlySet<string>, call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (codes.has(codeOf(error))) return null;
    throw unavailable(error);
  }
}
