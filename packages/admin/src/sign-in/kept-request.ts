import type { CodeRequested } from "@colophon/api";

/** A requested code, with its email address. */
export interface CodeRequest extends CodeRequested {
  readonly email: string;
}

const STORAGE_KEY = "colophon.sign-in";

/** The unexpired request of this tab; null if there is none. */
export function keptRequest(): CodeRequest | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const request: CodeRequest | null = text === null ? null : JSON.parse(text);
  return request !== null && Date.parse(request.expiresAt) > Date.now() ? request : null;
}

export function keepRequest(request: CodeRequest): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(request));
}

export function forgetRequest(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
