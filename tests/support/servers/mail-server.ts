import { createServer, type AddressInfo, type Socket } from "node:net";
import { freePort } from "./free-port.ts";
import { startSmtp, type SmtpBehaviour, type TestSmtp } from "./smtp.ts";

/** With TEST_WITH=containers an image with Postfix is used, otherwise a server in JavaScript alone. */
const IMAGE = process.env["TEST_WITH"] === "containers" ? process.env["POSTFIX_IMAGE"] : undefined;

/** A mail server that answers as production's do. Postfix passes on the mails that it accepts: `mails` has them a moment later. */
export async function startMailServer(): Promise<TestSmtp> {
  const mailbox = await startSmtp();
  return IMAGE ? startPostfix(IMAGE, mailbox) : mailbox;
}

async function startPostfix(image: string, mailbox: TestSmtp): Promise<TestSmtp> {
  const [port, policy] = [await freePort(), await startPolicy()];
  const ask = `check_policy_service inet:127.0.0.1:${policy.port}`;
  const { startPostfixContainer } = await import("./containers.ts");
  const container = await startPostfixContainer(image, {
    port,
    settings: `compatibility_level = 3.6
maillog_file = /dev/stdout
myhostname = mail.example.com
mydestination =
mynetworks = 127.0.0.0/8
inet_protocols = ipv4
smtp_dns_support_level = disabled
relayhost = [127.0.0.1]:${mailbox.port}
smtpd_delay_reject = no
smtpd_client_restrictions = ${ask}
smtpd_recipient_restrictions = ${ask}
`,
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails: mailbox.mails,
    tries: policy.tries,
    behave: policy.behave,
    stop: async () => {
      await container.stop();
      policy.stop();
      await mailbox.stop();
    },
  };
}

/** Answers Postfix, which asks at each connection and for each recipient (https://www.postfix.org/SMTPD_POLICY_README.html). */
async function startPolicy() {
  let behaviour: SmtpBehaviour = "accept";
  let tries = 0;
  const sockets = new Set<Socket>();

  /** @returns null if Postfix must wait, as its caller then does */
  function actionFor(question: string): string | null {
    const isConnecting = question.includes("protocol_state=CONNECT");
    if (isConnecting !== (behaviour === "silent")) return "DUNNO";
    tries++;
    if (behaviour === "silent") return null;
    return typeof behaviour === "number" ? `${behaviour} Refused by the test` : "DUNNO";
  }

  const server = createServer((socket) => {
    let asked = "";
    sockets.add(socket.on("error", () => socket.destroy()));
    socket.setEncoding("utf8").on("data", (text: string) => {
      const questions = `${asked}${text}`.split("\n\n");
      asked = questions.pop() ?? "";
      for (const question of questions) {
        const action = actionFor(question);
        if (action !== null) socket.write(`action=${action}\n\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    tries: () => tries,
    behave: (next: SmtpBehaviour) => void (behaviour = next),
    stop(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
