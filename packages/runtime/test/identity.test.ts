import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createSigner, createVerifier, keyIdOf, readPrivateKey, readPublicKey, type Identity } from "../src/index.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
const SECOND = 1000;
const pair = generateKeyPairSync("ed25519");
const session: Identity = { kind: "session", credentialId: "s", userId: "u", role: "redaktör", email: "ü@example.com", expiresAt: null };

function setUp() {
  const clock = { now: START };
  const now = () => clock.now;
  return { clock, signer: createSigner(pair.privateKey, now, now), verifier: createVerifier([pair.publicKey], now) };
}

test("a signed identity is verified unchanged", () => {
  const { signer, verifier } = setUp();

  expect(verifier.verify(signer.sign(session))).toEqual(session);
});

test("a token is reused for half its lifetime, then a new one is made", () => {
  const { clock, signer } = setUp();
  const first = signer.sign(session);

  clock.now += 29 * SECOND;
  expect(signer.sign({ ...session })).toBe(first);
  clock.now += 2 * SECOND;
  expect(signer.sign(session)).not.toBe(first);
});

test("a different identity has a different token", () => {
  const { signer } = setUp();
  const others = [
    { role: "admin" },
    { userId: "v" },
    { credentialId: "t" },
    { kind: "key" as const },
    { email: "x@y" },
    { expiresAt: new Date(START + 9e7).toISOString() },
  ];

  const tokens = new Set([session, ...others.map((change) => ({ ...session, ...change }))].map((identity) => signer.sign(identity)));

  expect(tokens.size).toBe(7);
});

test("a token is accepted for 60 seconds plus a tolerance of 30, also if it is cached", () => {
  const { clock, signer, verifier } = setUp();
  const token = signer.sign(session);

  for (const [seconds, good] of [
    [0, true],
    [89, true],
    [90, false],
  ] as const) {
    clock.now = START + seconds * SECOND;
    expect(typeof verifier.verify(token) === "object").toBe(good);
  }
});

test("a token expires with its credential", () => {
  const { clock, signer, verifier } = setUp();
  const token = signer.sign({ ...session, expiresAt: new Date(START + 10 * SECOND).toISOString() });

  clock.now = START + 39 * SECOND;
  expect(verifier.verify(token)).not.toBeNull();
  clock.now = START + 40 * SECOND;
  expect(verifier.verify(token)).toBeNull();
});

test("when the clock is set, tokens are signed again at once, in both directions", () => {
  const clock = { wall: START, monotonic: 0 };
  const signer = createSigner(
    pair.privateKey,
    () => clock.wall,
    () => clock.monotonic,
  );
  const verifier = createVerifier([pair.publicKey], () => clock.wall);

  for (const step of [-3_600 * SECOND, -180 * SECOND, 180 * SECOND, 3_600 * SECOND]) {
    signer.sign(session);
    clock.wall += step;
    clock.monotonic += 5;

    expect(verifier.verify(signer.sign(session))).toEqual(session);
  }
});

test("a genuine token from more than 30 seconds ahead shows that the clocks differ", () => {
  const { clock, signer, verifier } = setUp();
  const token = signer.sign(session);

  clock.now = START - 30 * SECOND;
  expect(verifier.verify(token)).not.toBeNull();
  clock.now = START - 31 * SECOND;
  expect(verifier.verify(token)).toBe("ahead");
});

test("a genuine token that is older than the gateway sends any shows it too, unless its credential has ended", () => {
  const { clock, signer, verifier } = setUp();
  const token = signer.sign(session);
  const ended = signer.sign({ ...session, expiresAt: new Date(START + 10 * SECOND).toISOString() });

  clock.now = START + 89 * SECOND;
  expect([verifier.verify(token), verifier.verify(ended)]).toEqual([session, null]);
  clock.now = START + 90 * SECOND;
  expect(verifier.verify(token)).toBe("behind");
});

test("only an unchanged token of a known key is accepted", () => {
  const { signer, verifier } = setUp();
  const token = signer.sign(session);
  const [keyId = "", claims = "", signature = ""] = token.split(".");
  const admin = Buffer.from(JSON.stringify({ identity: { ...session, role: "admin" }, signedAt: START, endsAt: START + SECOND })).toString(
    "base64url",
  );
  const foreign = generateKeyPairSync("ed25519");
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const bogus = (text: string) => `${keyId}.${text}.${sign(null, Buffer.from(`${keyId}.${text}`), pair.privateKey).toString("base64url")}`;
  const bad = [
    "",
    ".",
    "..",
    "a.b.c",
    claims,
    `${keyId}.${claims}`,
    `${keyId}.${claims}.`,
    `${token}.`,
    `${token}.x`,
    ` ${token}`,
    `${token}, ${token}`,
    `${token}=`,
    `${keyId}.${admin}.${signature}`,
    `${keyId}.${claims}.${signature.slice(0, -2)}`,
    `00000000.${claims}.${signature}`,
    `__proto__.${claims}.${signature}`,
    createSigner(foreign.privateKey, () => START).sign(session),
    `${keyId}.${admin}.${sign(null, Buffer.from(`${keyId}.${admin}`), foreign.privateKey).toString("base64url")}`,
    `${keyId}.${admin}.${sign("sha256", Buffer.from(`${keyId}.${admin}`), rsa.privateKey).toString("base64url")}`,
    bogus(Buffer.from("null").toString("base64url")),
    bogus(Buffer.from("{}").toString("base64url")),
    bogus(
      Buffer.from(JSON.stringify({ identity: { kind: "system", role: "" }, signedAt: START, endsAt: START + SECOND })).toString(
        "base64url",
      ),
    ),
    bogus(Buffer.from("not json").toString("base64url")),
    `${keyId}.${"A".repeat(5000)}.${signature}`,
    "eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.",
  ];

  for (const text of bad) expect(verifier.verify(text)).toBeNull();
  expect(verifier.verify(token)).toEqual(session);
});

test("while a key is replaced, tokens of both keys are valid", () => {
  const next = generateKeyPairSync("ed25519");
  const verifier = createVerifier([pair.publicKey, next.publicKey]);

  for (const key of [pair.privateKey, next.privateKey]) expect(verifier.verify(createSigner(key).sign(session))).toEqual(session);
});

test("keys are read from base64, have the same id on both sides, and are Ed25519 or refused", () => {
  const privateText = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const publicText = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });

  expect(keyIdOf(readPrivateKey(privateText))).toBe(keyIdOf(readPublicKey(publicText)));
  expect(keyIdOf(pair.publicKey)).toMatch(/^[\da-f]{8}$/);
  expect(createVerifier([publicText]).verify(createSigner(privateText).sign(session))).toEqual(session);
  expect(() => readPrivateKey(other.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"))).toThrow("Ed25519");
  expect(() => readPublicKey("AAAA")).toThrow("asymmetric key");
});
