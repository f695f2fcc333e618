/** `/api/auth/email` and `/api/auth/email/confirm`: a signed-in user changes their email address. */
import { routes } from "@colophon/api";
import { readObject, serve, type Router } from "@colophon/runtime";
import { answer } from "../http/answers.ts";
import type { AuthPorts } from "../ports.ts";
import { parseCodePair, parseCodeRequest } from "../http/bodies.ts";

/** Mounts the two steps of a change of email address. */
export function mountAddresses(router: Router, { addresses, revoke }: AuthPorts): void {
  serve(router, routes.changeEmail, {
    POST: async (req, res, { userId }) => {
      const { email } = parseCodeRequest(await readObject(req));
      answer(req, res, await addresses.ask(userId, email));
    },
  });

  serve(router, routes.confirmEmail, {
    POST: async (req, res, session) => {
      const user = await addresses.confirm(session, parseCodePair(await readObject(req)));
      await revoke();
      answer(req, res, { user });
    },
  });
}
