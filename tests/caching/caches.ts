/** Caches in front of a site, configured as the documentation says. */
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blocksOf } from "../docs/blocks.ts";
import { eventually } from "../support/eventually.ts";
import { startChild } from "../support/servers/child-server.ts";
import { freePort } from "../support/servers/free-port.ts";

export interface Cache {
  readonly url: string;
  stop(): Promise<void>;
}

const [VARNISH, NGINX] = ["/usr/sbin/varnishd", "/usr/sbin/nginx"] as const;
export const hasCaches = [VARNISH, NGINX].every((path) => existsSync(path));

/** A file of a page of the documentation. */
export function documented(file: string, page = "docs/guide/caching.md"): string {
  const block = blocksOf(page).find(({ words }) => words.get("file") === file);
  if (!block) throw new Error(`The page has no ${file}`);
  return block.text;
}

/** Replaces texts, each of which is there exactly once. */
function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    const parts = changed.split(from);
    if (parts.length !== 2) throw new Error(`${from} is there ${parts.length - 1} times`);
    return parts.join(to);
  }, text);
}

/** The program that tells Varnish what to remove. */
export async function startPurge({ port, secret, varnishUrl }: { port: number; secret: string; varnishUrl: string }): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-purge-"));
  writeFileSync(join(folder, "receiver.ts"), documented("receiver.ts", "docs/guide/webhooks.md"));
  writeFileSync(join(folder, "purge.ts"), documented("purge.ts"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const env = { VARNISH_URL: varnishUrl, WEBHOOK_SECRET: secret, PORT: String(port) };
  const { end } = await startChild(process.execPath, [join(folder, "purge.ts")], "listening at", { folder, env });
  return { url: `http://127.0.0.1:${port}`, stop: end };
}

export const startVarnish = (siteUrl: string): Promise<Cache> =>
  runVarnish(replaced(documented("default.vcl"), { '.port = "3000"': `.port = "${new URL(siteUrl).port}"` }));

/** The snippets for Fastly, whose VCL comes from that of Varnish 2. What Varnish has no word for is replaced by its next of kin. */
export function startFastlySnippets(siteUrl: string): Promise<Cache> {
  const snippet = (file: string, action: string) =>
    documented(file)
      .replaceAll("req.http.Cookie:cms_session", 'cookie.get("cms_session")')
      .replaceAll("obj.status", "resp.status")
      .replaceAll("&& stale.exists", "")
      .replaceAll("return(deliver_stale)", `return (${action})`);
  const backend = `backend default { .host = "127.0.0.1"; .port = "${new URL(siteUrl).port}"; }`;
  return runVarnish(`vcl 4.1;
import cookie;
${backend}
sub vcl_recv {
cookie.parse(req.http.cookie);
${snippet("fastly-recv.vcl", "hash")}}
sub vcl_backend_response {
${snippet("fastly-fetch.vcl", "abandon")}}
sub vcl_synth {
${snippet("fastly-error.vcl", "deliver")}}
`);
}

async function runVarnish(vcl: string): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-varnish-"));
  const file = join(folder, "default.vcl");
  writeFileSync(file, vcl);
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const { end } = await startChild(
    VARNISH,
    ["-F", "-j", "none", "-a", address, "-f", file, "-n", join(folder, "work"), "-s", "malloc,32m"],
    "Child launched OK",
    { folder },
  );
  await eventually(() => accepts(port), { what: "Varnish accepts connections" }); // its child listens a moment after that line
  return { url: `http://${address}`, stop: end };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } finally {
    socket.destroy();
  }
}

export async function startNginx(siteUrl: string): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-nginx-"));
  mkdirSync(join(folder, "cache"));
  const address = `127.0.0.1:${await freePort()}`;
  const server = replaced(documented("colophon.conf"), {
    "/var/cache/nginx/colophon": join(folder, "cache"),
    "listen 8080": `listen ${address}`,
    "server 127.0.0.1:3000": `server ${new URL(siteUrl).host}`,
  });
  const file = join(folder, "nginx.conf");
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  writeFileSync(
    file,
    `${user}pid ${join(folder, "pid")};\nerror_log stderr notice;\nevents {}\nhttp {\naccess_log off;\n${own.join("\n")}\n${server}}\n`,
  );
  const { end } = await startChild(NGINX, ["-c", file, "-p", folder, "-g", "daemon off;"], "start worker process", { folder });
  return { url: `http://${address}`, stop: end };
}
