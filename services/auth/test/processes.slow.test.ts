/** The two processes as in production: what they need, when they are ready, how they stop. */
import { spawn, type ChildProcess } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { validateConfig } from "@colophon/config";
import { createDatabase, migrate, newId, type Database } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { createSigner, type Signer } from "@colophon/runtime";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { freePort } from "../../../tests/support/servers/free-port.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";
import { startSmtp, type TestSmtp } from "../../../tests/support/servers/smtp.ts";
import { ANONYMOUS, newAddress, type Answer } from "./support.ts";

const CONFIG = {
  entities: [{ name: "page", fields: [{ name: "title", type: "text" }] }],
  roles: [{ name: "admin", isAdmin: true }],
  admin: { title: "The Gazette" },
};
const SRC = join(import.meta.dirname, "../src");

interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<number | null>;
  output(): string;
}
const folder = mkdtempSync(join(tmpdir(), "colophon-auth-"));
const configFile = join(folder, "cms.config.mjs");
const programs: Program[] = [];
let postgres: TestPostgres;
let redis: TestRedis;
let smtp: TestSmtp;
let db: Database;
let signer: Signer;
let publicKey: KeyObject;

beforeAll(async () => {
  writeFileSync(configFile, `export default ${JSON.stringify(CONFIG)};`);
  [postgres, redis, smtp] = await Promise.all([startPostgres(), startRedis(), startSmtp()]);
  db = createDatabase({ url: postgres.url, ...TEST_LIMITS });
  const pair = generateKeyPairSync("ed25519");
  signer = createSigner(pair.privateKey);
  publicKey = pair.publicKey;
});

afterAll(async () => {
  for (const { child, ended } of programs) {
    child.kill("SIGKILL");
    await ended;
  }
  await db.close();
  await Promise.all([postgres.stop(), redis.stop(), smtp.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function run(file: "main.ts" | "worker.ts", changes: Record<string, string> = {}): Promise<Program> {
  const port = await freePort();
  const env = {
    ...NODE_ENVIRONMENT,
    PORT: String(port),
    HOST: "127.0.0.1",
    CMS_CONFIG: configFile,
    CMS_DATA_DIR: folder,
    CMS_SECRET: "a secret for tests only",
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: smtp.url,
    IDENTITY_PUBLIC_KEYS: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    ...changes,
  };
  let output = "";
  const child = spawn(process.execPath, [join(SRC, file)], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const program: Program = { child, url: `http://127.0.0.1:${port}`, ended, output: () => output };
  programs.push(program);
  return program;
}

/** Waits for an effect of the programs. */
const until = (what: string, check: () => Promise<boolean> | boolean) =>
  eventually(check, { what }).catch((error: unknown) => {
    throw new Error(`${what} did not happen. ${programs.map(({ output }) => output()).join("\n")}`, { cause: error });
  });

const readiness = ({ url }: Program): Promise<number> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
const post = async (auth: Program, path: string, body: unknown) => {
  const response = await fetch(auth.url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "x-cms-identity": signer.sign(ANONYMOUS), "content-type": "application/json" },
  });
  return { status: response.status, body: (await response.json()) as Pick<Answer["body"], "data"> };
};
const newUser = async (): Promise<string> => {
  const email = newAddress();
  await db.run({ text: "insert into cms.users (id, email, role) values ($1, $2, 'admin')" }, [newId(), email]);
  return email;
};
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));

describe("running", () => {
  let auth: Program;
  let worker: Program;

  test("both wait for the migrations and the configuration's tables, and are ready afterwards", async () => {
    [auth, worker] = await Promise.all([run("main.ts"), run("worker.ts")]);
    await until("listening", async () => (await readiness(auth)) === 503 && (await readiness(worker)) === 503);

    await migrate(db.pool);
    const validation = validateConfig(CONFIG);
    if (!validation.ok) throw new Error("the test's configuration is wrong");
    await sleep(400);
    expect(await readiness(auth)).toBe(503);
    await db.run({ text: "insert into cms.schema_state (hash, definition) values ($1, '{}')" }, [compileSchema(validation.config).hash]);

    await until("readiness", async () => (await readiness(auth)) === 200 && (await readiness(worker)) === 200);
  });

  test("a code is mailed and creates a session", async () => {
    const email = await newUser();

    const { body } = await post(auth, "/api/auth/request", { email });
    await until("the mail", () => mailsTo(email).length === 1);
    const mail = mailsTo(email)[0]?.parsed;
    const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
    const answer = await post(auth, "/api/auth/create", { authRequestId: body.data.authRequestId, code });

    expect(answer.status).toBe(200);
    expect(answer.body.data.user.email).toBe(email);
    expect(mail?.subject).toBe("Your sign-in code for The Gazette");
    expect(auth.output() + worker.output()).not.toContain(code);
    expect(auth.output() + worker.output()).not.toContain(email);
  });

  test.each([["silent"], [451]] as const)(
    "while the mail server is %s, a request is answered, and the mail arrives when it works again",
    async (behaviour) => {
      const email = await newUser();
      smtp.behave(behaviour);
      const before = smtp.tries();
      const { status } = await post(auth, "/api/auth/request", { email });
      const sent = mailsTo(email).length;
      await until("a try", () => smtp.tries() > before);
      smtp.behave("accept");

      await until("the mail", () => mailsTo(email).length > 0);
      expect([status, sent, mailsTo(email).length]).toEqual([200, 0, 1]);
    },
  );

  test("a mail that the server refuses permanently is tried once", async () => {
    const email = await newUser();
    smtp.behave(550);
    const before = smtp.tries();
    await post(auth, "/api/auth/request", { email });
    await until("the try", () => smtp.tries() > before);
    await until("the outbox", async () => (await db.run({ text: "select from cms.outbox where queue = 'mail'" })).length === 0);
    smtp.behave("accept");

    expect(smtp.tries()).toBe(before + 1);
    expect(mailsTo(email)).toHaveLength(0);
  });

  test("a worker that is killed while it sends is replaced, and its mail arrives", async () => {
    const email = await newUser();
    smtp.behave("silent");
    const before = smtp.tries();
    await post(auth, "/api/auth/request", { email });
    await until("the try", () => smtp.tries() > before);
    worker.child.kill("SIGKILL");
    await worker.ended;
    smtp.behave("accept");
    worker = await run("worker.ts");

    await until("the mail", () => mailsTo(email).length > 0);
    expect(mailsTo(email).length).toBeLessThanOrEqual(2);
  });

  test("SIGTERM, sent once or twice, ends both with status 0", async () => {
    auth.child.kill("SIGTERM");
    auth.child.kill("SIGTERM");
    worker.child.kill("SIGTERM");

    expect(await Promise.all([auth.ended, worker.ended])).toEqual([0, 0]);
  });
});

describe("starting", () => {
  test("invalid environment variables are refused with a sentence for each", async () => {
    const { ended, output } = await run("main.ts", { CMS_SECRET: "", PORT: "many" });

    expect(await ended).toBe(1);
    expect(output()).toContain("CMS_SECRET");
    expect(output()).toContain("PORT");
    expect(output()).not.toContain("    at ");
  });

  test("a wrong configuration is refused", async () => {
    const { ended, output } = await run("main.ts", { CMS_CONFIG: join(folder, "missing.ts") });

    expect(await ended).toBe(1);
    expect(output()).toContain("missing.ts");
  });

  test("in production the worker requires a mail server", async () => {
    const { ended, output } = await run("worker.ts", { NODE_ENV: "production", SMTP_URL: "" });

    expect(await ended).toBe(1);
    expect(output()).toContain("SMTP_URL");
  });

  test("a mail template without the code is refused", async () => {
    mkdirSync(join(folder, "mail"));
    writeFileSync(join(folder, "mail", "sign-in.text.eta"), "Hello");
    const { ended, output } = await run("worker.ts");

    expect(await ended).toBe(1);
    expect(output()).toContain(join(folder, "mail", "sign-in.text.eta"));
    expect(output()).not.toContain("    at ");
  });
});
