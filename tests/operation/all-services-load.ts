import { form, png } from "../support/media/files.ts";
import type { TestSite } from "../support/stack/stack.ts";

/**
 * Sends requests to every service at the same time, by callers with and without credentials. Their texts are unique by `round`.
 *
 * @returns the different statuses of the answers, by kind of request.
 */
export async function useEveryService(
  { admin, visitor }: TestSite,
  round: number,
  parallel = 12,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const picture = (n: number) => form(png(20, 20, `picture ${round} ${n}`), { name: `${round}-${n}.png`, type: "image/png" });
  const kinds: Record<string, (n: number) => Promise<{ readonly status: number }>> = {
    write: (n) => admin.post("/api/article", { title: `article ${round} ${n}` }),
    anonymousList: () => visitor.get("/api/article?limit=5"),
    list: () => admin.get("/api/article?limit=5&sort=-createdAt"),
    search: () => admin.get("/api/search?q=article"),
    session: () => admin.get("/api/auth/me"),
    signIn: (n) => visitor.post("/api/auth/request", { email: `nobody-${round}-${n}@example.com` }),
    upload: (n) => {
      const { body, type } = picture(n);
      return admin.send("POST", "/api/assets/upload", { body: new Uint8Array(body), headers: { "content-type": type } });
    },
  };
  const sent = Object.entries(kinds).map(async ([kind, send]) => {
    const answers = await Promise.all(Array.from({ length: parallel }, (_, n) => send(n)));
    return [kind, [...new Set(answers.map(({ status }) => status))]] as const;
  });
  return Object.fromEntries(await Promise.all(sent));
}

/** What `useEveryService` returns if nothing was refused. */
export const ALL_SERVED = { write: [201], anonymousList: [200], list: [200], search: [200], session: [200], signIn: [200], upload: [201] };
