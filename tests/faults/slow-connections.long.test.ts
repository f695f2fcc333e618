/** Almost idle connections from a few addresses, and their effect on the requests of another caller. */
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import type { Answer } from "../support/http/client.ts";
import { p99Of, startLoad, statusesOf } from "./load.ts";
import { useFaultSite } from "./site.ts";

/** The duration of the attack; the default is two minutes. */
const SECONDS = Number(process.env["SLOW_CONNECTIONS_SECONDS"] ?? 120);
const ADDRESSES = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
const CONNECTIONS = 2000;
const HONEST = "127.0.0.9";

const site = useFaultSite();
/** A second site without an attack, for comparison: the machine may have other load. */
const control = useFaultSite();

/** A complete read on a keep-alive connection, followed by a request whose body is never completed. */
const READ_THEN_CRAWL = [
  "GET /api/post?limit=1 HTTP/1.1",
  "Host: a",
  "",
  "POST /api/post HTTP/1.1",
  "Host: a",
  "Content-Type: application/json",
  "Content-Length: 900000",
  "",
  "{",
].join("\r\n");

/** The gateway closes such connections after 30 s. Opening them over the same time spreads the reconnects evenly. */
const OPENED_OVER_MS = 30_000;

/** Keeps one such connection open from an address: sends a byte every five seconds, and reconnects when the gateway closes it. */
function crawl(url: string, localAddress: string, sockets: Set<Socket>, isOver: () => boolean): void {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress }, () => void socket.write(READ_THEN_CRAWL));
  const dripping = setInterval(() => socket.write(" "), 5000);
  sockets.add(socket);
  socket.resume().on("error", () => undefined);
  socket.once("close", () => {
    clearInterval(dripping);
    sockets.delete(socket);
    if (!isOver()) setTimeout(() => crawl(url, localAddress, sockets, isOver), 200);
  });
}

function get(url: string, agent: Agent) {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { agent, localAddress: HONEST }, (answer) => {
      const nothing = { headers: new Headers(), text: "", body: null, data: null, error: { code: "", message: "" } };
      answer.resume().once("end", () => resolve({ ...nothing, status: answer.statusCode ?? 0 }));
    });
    sent.once("error", reject).end();
  });
}

test(
  "2,000 almost idle connections from 4 addresses: another caller's p99 stays below 100 ms (on a busy machine: four times that without an attack), and health is ok",
  async () => {
    const { url } = site.stack;
    const agent = new Agent({ keepAlive: true });
    const sockets = new Set<Socket>();
    let over = false;
    for (let i = 0; i < CONNECTIONS; i++) {
      crawl(url, ADDRESSES[i % ADDRESSES.length]!, sockets, () => over);
      await sleep(OPENED_OVER_MS / CONNECTIONS);
    }
    const open = sockets.size;

    const reads = startLoad(20, () => get(`${url}/api/post?limit=5`, agent));
    const controlReads = startLoad(20, () => get(`${control.stack.url}/api/post?limit=5`, agent));
    const healths = startLoad(2, () => get(`${url}/api/health`, agent));
    await sleep(SECONDS * 1000);
    const [read, health, controlRead] = [await reads.stop(), await healths.stop(), await controlReads.stop()];
    over = true;
    for (const socket of sockets) socket.destroy();
    agent.destroy();

    const [p99, usual] = [p99Of(read), p99Of(controlRead)];
    console.log(
      `connections open at the beginning: ${open}; p99 of ${read.length} reads: ${Math.round(p99)} ms, without an attack ${Math.round(usual)} ms`,
    );
    expect(open).toBeGreaterThan(CONNECTIONS * 0.9);
    expect(Object.keys(statusesOf(read))).toEqual(["200"]);
    expect(Object.keys(statusesOf(health))).toEqual(["200"]);
    expect(p99).toBeLessThan(Math.max(100, 4 * usual)); // the attack's 67 new connections a second need processor time too
  },
  (SECONDS + 90) * 1000,
);
