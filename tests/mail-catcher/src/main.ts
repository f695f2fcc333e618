/** Receives every mail in development and prints it: `docker compose logs mail` shows the sign-in codes. Delivers nothing. */
import { createServer } from "node:http";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

const SMTP_PORT = 1025;
const HEALTH_PORT = 8080;
const MAX_MAIL_BYTES = 5_000_000;

const smtp = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  size: MAX_MAIL_BYTES,
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
      print(to, Buffer.concat(chunks)).then(() => done(), done);
    });
  },
});

async function print(to: string, source: Buffer): Promise<void> {
  const { subject = "", text = "" } = await PostalMime.parse(source);
  console.log(`\nMail to ${to}: ${subject}\n\n${text.trim().replaceAll(/^/gm, "  ")}\n`);
}

smtp.listen(SMTP_PORT);
const health = createServer((_, response) => response.end("ok")).listen(HEALTH_PORT);
console.log(`Catching mail on port ${SMTP_PORT}`);

function stop(): void {
  health.close();
  smtp.close(() => process.exit(0));
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
