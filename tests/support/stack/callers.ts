import { eventually } from "../eventually.ts";
import { createClient } from "../http/client.ts";
import type { Client } from "../http/client.ts";
import { createContract } from "../http/contract.ts";
import type { TestSmtp } from "../servers/smtp.ts";
import { ADMIN } from "./stack-process.ts";

/** The callers of a test stack. */
export interface Callers {
  /** A caller without credentials. */
  readonly visitor: Client;
  /** The admin, signed in. */
  readonly admin: Client;
  /** Creates a user of this role and signs them in; a second call returns the same user. */
  signInAs(role: string): Promise<Client>;
  /** Signs a known user in by the mailed code. */
  signIn(email: string): Promise<Client>;
}

/** Signs the admin in. Every answer is checked against the API description of the configuration. */
export async function createCallers(url: string, configFile: string, smtp: TestSmtp): Promise<Callers> {
  const visitor = createClient(url, {}, { contract: await createContract(configFile) });
  const signIn = (email: string) => signInByMail(visitor, smtp, email);
  const admin = await signIn(ADMIN);
  return { visitor, admin, signIn, signInAs: signInAsRole(admin, signIn) };
}

function signInAsRole(admin: Client, signIn: (email: string) => Promise<Client>): (role: string) => Promise<Client> {
  const known = new Map<string, Promise<Client>>();
  const make = async (role: string) => {
    const email = `${role}@example.com`;
    const made = await admin.post("/api/_user", { email, name: role, role });
    if (made.status !== 201) throw new Error(`No user ${email}: ${made.text}`);
    return signIn(email);
  };
  return (role) => {
    const client = known.get(role) ?? make(role);
    known.set(role, client);
    return client;
  };
}

/** The two steps of a sign-in, with the code from the mail. */
async function signInByMail(visitor: Client, smtp: TestSmtp, email: string): Promise<Client> {
  const requested = await visitor.post("/api/auth/request", { email });
  const code = await mailedCode(smtp, email);
  const made = await visitor.post("/api/auth/create", { authRequestId: requested.data.authRequestId, code });
  if (made.status !== 200) throw new Error(`No sign-in for ${email}: ${made.text}`);
  const cookie = /cms_session=[^;]+/.exec(made.headers.get("set-cookie") ?? "")?.[0];
  return visitor.with({ cookie: String(cookie) });
}

/** The code in the newest unread mail to this address; waits for it. */
export async function mailedCode(smtp: TestSmtp, email: string): Promise<string> {
  const find = () => smtp.mails.findLast(({ to, raw, parsed }) => to.includes(email) && !READ.has(raw) && CODE.test(parsed.text ?? ""));
  const mail = await eventually(find, { what: `a code is mailed to ${email}` });
  READ.add(mail.raw);
  return String(CODE.exec(mail.parsed.text ?? "")?.[0]);
}

const READ = new Set<string>();
const CODE = /\b\d{6}\b/; // notices contain none
