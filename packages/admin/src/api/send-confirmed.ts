type Send = (input: string | URL | Request, options?: RequestInit) => Promise<Response>;

/** Sends a request again after a confirmation if it was refused for the lack of one; without a confirmation returns the refusal. */
export function sendConfirmed(send: Send, ask: () => Promise<boolean>): Send {
  return async (input, options) => {
    const answer = await send(input, options);
    return (await needsConfirmation(answer)) && (await ask()) ? send(input, options) : answer;
  };
}

async function needsConfirmation(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return codeIn(body) === "CONFIRMATION_REQUIRED";
}

function codeIn(body: unknown): unknown {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } | null };
  return error?.code;
}
