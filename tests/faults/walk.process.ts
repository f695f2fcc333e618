/**
 * Requests distinct derivatives of one image, some at once, in a separate process that does not disturb the measurement.
 * Arguments: the image's address, how many, how many at once. Prints the statuses as JSON, in the order of asking; 0 is no answer.
 */
import { Agent, request } from "node:http";

const WIDTHS = 1_900;
const [address = "", ...numbers] = process.argv.slice(2);
const [count = 0, atOnce = 0] = numbers.map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const statuses: number[] = [];
let next = 0;

await Promise.all(Array.from({ length: atOnce }, walk));
agent.destroy();
console.log(JSON.stringify(statuses));

async function walk(): Promise<void> {
  for (let at = next++; at < count; at = next++) {
    statuses[at] = await statusOf(`${address}?w=${1 + (at % WIDTHS)}&q=${1 + Math.floor(at / WIDTHS)}&format=webp`);
  }
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(url, { method: "HEAD", agent }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    asking.once("error", () => resolve(0)).end();
  });
}
