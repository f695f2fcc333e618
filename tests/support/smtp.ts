import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "./free-port.ts";

/** How the server behaves from now on: `silent` takes connections and says nothing, a number refuses the recipient. */
export type SmtpBehaviour = "accept" | "silent" | 421 | 451 | 550 | 554;

export interface ReceivedMail {
  /** The addresses of the envelope: where the mail really goes. */
  readonly to: readonly string[];
  readonly raw: string;
  readonly parsed: Email;
}
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** How many recipients were named, refused ones too. */
  tries(): number;
  behave(behaviour: SmtpBehaviour): void;
  stop(): Promise<void>;
}

/** A mail server that stores its mails, or fails as configured. */
export async function startSmtp({ port, behaviour = "accept" }: { port?: number; behaviour?: SmtpBehaviour } = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, greet) => {
      if (behaviour !== "silent") greet();
    },
    onRcptTo: (_address, _session, reply) => {
      tries++;
      if (typeof behaviour === "number") return reply(Object.assign(new Error("Refused by the test"), { responseCode: behaviour }));
      reply();
    },
    onData: (stream, { envelope }, reply) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        void PostalMime.parse(raw).then((parsed) => {
          mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw, parsed });
          reply();
        });
      });
    },
  });
  server.on("error", () => undefined); // a client that goes away is part of the tests
  const chosen = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(chosen, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    port: chosen,
    mails,
    tries: () => tries,
    behave: (next) => void (behaviour = next),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
