import assert from "node:assert/strict";
import { eventually } from "../support/eventually.ts";
import { repeating503 } from "../support/http/repeat-503.ts";
import { problemIn, type Kind } from "./load.ts";
import { makePicture } from "./picture.ts";

export type Editor = ReturnType<typeof createEditor>;

/** The output of the mail catcher. */
export interface Mailbox {
  mailLog(): Promise<string>;
}

/** Signs in with the code from the output of the mail catcher. */
export async function signIn(url: string, email: string, mailbox: Mailbox) {
  const request = await repeating503(() => postJson(`${url}/api/auth/request`, { email }));
  if (request.status !== 200) throw new Error(`The request for a code answered ${request.status}: ${await request.text()}`);
  const { authRequestId } = (await dataOf(request)) as { authRequestId: string };
  const code = await codeFor(email, mailbox);
  const created = await repeating503(() => postJson(`${url}/api/auth/create`, { authRequestId, code }));
  if (created.status !== 200) throw new Error(`Sign-in answered ${created.status}: ${await created.text()}`);
  const cookie = created.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return createEditor(url, cookie);
}

/** Uploads a picture and sends one request of each kind, to all services; each must succeed. */
export async function useAllServices(editor: Editor): Promise<{ id: string; url: string }> {
  const picture = await editor.upload();
  for (const kind of editor.allKinds(picture)) assert.equal(await problemIn(kind, await repeating503(kind.send)), null, kind.name);
  return picture;
}

function createEditor(url: string, cookie: string) {
  const headers = { cookie };
  const getOnce = (path: string) => fetch(url + path, { headers, signal: AbortSignal.timeout(120_000) });
  const createOnce = (entity: string, body: object) => postJson(`${url}/api/${entity}`, body, headers);

  async function upload(): Promise<{ id: string; url: string }> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(makePicture())], { type: "image/png" }), "picture.png");
    const answer = await repeating503(() => fetch(`${url}/api/assets/upload`, { method: "POST", body: form, headers }));
    if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
    return (await dataOf(answer)) as { id: string; url: string };
  }

  return {
    get: (path: string) => repeating503(() => getOnce(path)),
    create: (entity: string, body: object) => repeating503(() => createOnce(entity, body)),
    upload,
    /** The same editor, signed in with the same session, at another address of the site. */
    at: (address: string) => createEditor(address, cookie),

    /** Requests to all services, sent once each: the caller decides about 503. */
    allKinds: (picture: { url: string }): Kind[] => [
      reading("a list", () => getOnce("/api/author?limit=5")),
      reading("who am I", () => getOnce("/api/auth/me")),
      reading("a search", () => getOnce("/api/search?q=load")),
      reading("a file", () => getOnce(picture.url)),
      reading("an image", () => getOnce(`${picture.url}?w=200`)),
      writing("a new record", () => createOnce("author", { name: `load ${crypto.randomUUID()}` })),
    ],
    /** Requests to the asset service. */
    imageKinds: (picture: { url: string }): Kind[] => [
      reading("a file", () => getOnce(picture.url)),
      reading("an image", () => getOnce(`${picture.url}?w=200`)),
    ],
  };
}

const reading = (name: string, send: () => Promise<Response>): Kind => ({ name, status: 200, send });
const writing = (name: string, send: () => Promise<Response>): Kind => ({ name, status: 201, send });

async function codeFor(email: string, { mailLog }: Mailbox): Promise<string> {
  const newest = async () => {
    const mails = (await mailLog()).split(`Mail to ${email}`).slice(1);
    return mails.map((mail) => /\b\d{6}\b/.exec(mail)?.[0]).findLast((code) => code !== undefined); // other mails contain no code
  };
  return eventually(newest, { what: `a code is mailed to ${email}`, everyMs: 250 });
}

function postJson(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const json = { ...headers, "content-type": "application/json" };
  return fetch(url, { method: "POST", headers: json, body: JSON.stringify(body), signal: AbortSignal.timeout(120_000) });
}

async function dataOf(answer: Response): Promise<unknown> {
  const body = (await answer.json()) as { data: unknown };
  return body.data;
}
