import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { freePort } from "./free-port.ts";

/** The behaviour of the server: `silent` accepts connections and sends nothing; a number is the SMTP status that refuses each recipient. */
export type SmtpBehaviour = "accept" | "silent" | 421 | 451 | 550 | 554;

export interface ReceivedMail {
  /** The recipients in the envelope; they may differ from the header `To`. */
  readonly to: readonly string[];
  readonly raw: string;
  readonly parsed: Email;
}
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** The number of recipients that clients have named, including refused ones, and of connections to a silent server. */
  tries(): number;
  behave(behaviour: SmtpBehaviour): void;
  stop(): Promise<void>;
}

/** Starts a mail server that stores the mails it receives, or fails as configured. */
export async function startSmtp({ port, behaviour = "accept" }: { port?: number; behaviour?: SmtpBehaviour } = {}): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, greet) => {
      if (behaviour === "silent") tries++;
      else greet();
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
  const chosen = port ?? (await freePort());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(chosen, "127.0.0.1", resolve);
  });
  server.on("error", () => undefined); // tests close connections abruptly
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    port: chosen,
    mails,
    tries: () => tries,
    behave: (next) => void (behaviour = next),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
