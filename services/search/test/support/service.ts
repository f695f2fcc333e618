import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { validateConfig } from "@colophon/config";
import { applySchema, createDatabase, migrate, newId } from "@colophon/database";
import { compileSchema, tableChanges, type IndexedWords } from "@colophon/engine";
import { createSigner, createVerifier, listen, type Identity } from "@colophon/runtime";
import { startPostgres } from "../../../../tests/support/servers/postgres.ts";
import { createTestLog } from "../../../../tests/support/test-log.ts";
import { TEST_LIMITS } from "../../../../tests/support/database/test-limits.ts";
import { createSearchApp } from "../../src/app.ts";
import { readIndexedWords, createSearch } from "../../src/search.service.ts";
import { library } from "./library.ts";

export interface Hit {
  readonly entity: string;
  readonly global: boolean;
  readonly document: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: {
    readonly query: string;
    readonly results: readonly Hit[];
    readonly error: { code: string; details?: { field: string }[] };
  };
}

export type TestService = Awaited<ReturnType<typeof startService>>;

/** The search service over HTTP, on a PostgreSQL with the library's tables that another connection writes to. */
export async function startService() {
  const validated = validateConfig(library);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const schema = compileSchema(validated.config);
  const postgres = await startPostgres({ migrated: true });
  const writer = createDatabase({ url: postgres.url, poolSize: 2, ...TEST_LIMITS });
  await migrate(writer.pool);
  await applySchema(writer, schema, { tableChanges, adminEmail: "admin@example.com" });

  const { log } = createTestLog("search");
  const db = createDatabase({ url: postgres.url, poolSize: 4, log, readOnly: true, ...TEST_LIMITS });
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  let words: IndexedWords | null = await readIndexedWords(db);
  const search = createSearch({ schema, db, words: () => words, now: () => new Date() });
  const app = createSearchApp({ log, verifier: createVerifier([publicKey]), search });
  const server = await listen({
    serving: app,
    host: "127.0.0.1",
    port: 0,
    log,
    ready: () => db.health(),
    close: () => db.close(),
    idleGraceMs: 0,
  });
  const tokenOf = signing(privateKey);

  return {
    db,
    postgres,
    words: () => words,
    /** Sets the service's assumption about the indexes. */
    believe: (value: IndexedWords | null) => void (words = value),
    /** Stores one row; it is later than those before. */
    insert: (table: string, row: Record<string, unknown>) => insert(writer, table, row),
    run: writer.run,
    /** Searches as this role: a signed-in user, an API key with that `kind`, or no token for the role "". */
    async get(role: string, search: string, identity: Partial<Identity> & { readonly method?: string } = {}): Promise<Reply> {
      const { method = "GET", ...rest } = identity;
      const headers = role === "no token" ? {} : { "x-cms-identity": tokenOf({ role, ...rest }) };
      const response = await fetch(`${server.url}/api/search${search}`, { method, headers });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: text.startsWith("{") ? JSON.parse(text) : undefined };
    },
    async stop(): Promise<void> {
      await server.stop();
      await writer.close();
      await postgres.stop();
    },
  };
}

function signing(privateKey: KeyObject) {
  const signer = createSigner(privateKey);
  const session = { kind: "session", credentialId: newId(), userId: newId(), email: "someone@example.com", expiresAt: null } as const;
  return (identity: Partial<Identity> & Pick<Identity, "role">) => signer.sign({ ...session, ...identity });
}

let made = 0;

async function insert(writer: ReturnType<typeof createDatabase>, table: string, row: Record<string, unknown>): Promise<string> {
  made += 1;
  const at = new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString();
  const all = { id: newId(), created_at: at, updated_at: at, published_at: at, ...row };
  const columns = Object.keys(all).map((column) => `"${column}"`);
  const places = columns.map((_, index) => `$${index + 1}`);
  await writer.run({ text: `insert into content."${table}" (${columns.join(", ")}) values (${places.join(", ")})` }, Object.values(all));
  return all.id;
}
