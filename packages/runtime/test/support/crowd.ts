import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

const { port, callers, sent }: { port: number; callers: number; sent: Int32Array } = workerData;

/** Connects, sends a request at once, and returns the first line of its answer, or the error. */
function call(): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n", countSent));
    socket.once("data", (answer) => resolve(answer.toString().split("\r\n")[0] ?? ""));
    socket.once("error", (error) => resolve(error.message));
  });
}

function countSent(): void {
  Atomics.add(sent, 0, 1);
  Atomics.notify(sent, 0);
}

parentPort?.postMessage(await Promise.all(Array.from({ length: callers }, call)), []);
