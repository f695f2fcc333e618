/**
 * Requests distinct derivatives of an image, in a separate process so that the measurement is not disturbed. Arguments: the URL of the
 * image, the number of derivatives, and the number of concurrent requests. Prints the statuses as JSON, in the order of the requests;
 * 0 means no answer.
 */
import { Agent, request } from "node:http";

const WIDTHS = 1_900;
const [address = "", ...numbers] = process.argv.slice(2);
const [count = 0, atOnce = 0] = numbers.map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const statuses: number[] = [];
let next = 0;

await Promise.all(Array.from({ length: atOnce }, requestNext));
agent.destroy();
console.log(JSON.stringify(statuses));

async function requestNext(): Promise<void> {
  for (let at = next++; at < count; at = next++) {
    statuses[at] = await statusOf(`${address}?w=${1 + (at % WIDTHS)}&q=${1 + Math.floor(at / WIDTHS)}&format=webp`);
  }
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "HEAD", agent }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", () => resolve(0)).end();
  });
}
