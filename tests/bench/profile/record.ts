import { setTimeout as sleep } from "node:timers/promises";
import type { Profiler } from "node:inspector";
import { eventually } from "../../support/eventually.ts";

const INSPECTOR = "http://127.0.0.1:9229";
export const SAMPLE_EVERY_MICROS = 200;
/** After the answer to the request that closes the inspector. */
const CLOSE = `setTimeout(() => process.getBuiltinModule("node:inspector").close(), 50); process.pid`;

/**
 * Profiles a process of Node.js while `work` runs, from outside: start and warm-up aren't part of it, and the program needn't know. One
 * process at a time, because each opens its inspector on the same port.
 *
 * @throws Error if another program uses the inspector's port
 */
export async function recordProfile<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly profile: Profiler.Profile; readonly result: T }> {
  if (await isOpen()) throw new Error(`Another program uses ${INSPECTOR}, which a profile needs`);
  process.kill(pid, "SIGUSR1");
  const inspector = await openSession(await eventually(socketUrl, { what: "the inspector is open", limitMs: 10_000 }));
  try {
    const { result: seen } = await inspector.post<{ result: { value: number } }>("Runtime.evaluate", { expression: "process.pid" });
    if (seen.value !== pid) throw new Error(`${INSPECTOR} belongs to process ${seen.value}, not to ${pid}`);
    await inspector.post("Profiler.enable");
    await inspector.post("Profiler.setSamplingInterval", { interval: SAMPLE_EVERY_MICROS });
    await inspector.post("Profiler.start");
    const result = await work();
    const { profile } = await inspector.post<{ profile: Profiler.Profile }>("Profiler.stop");
    await inspector.post("Runtime.evaluate", { expression: CLOSE });
    return { profile, result };
  } finally {
    inspector.close();
    while (await isOpen()) await sleep(20);
  }
}

async function isOpen(): Promise<boolean> {
  return fetch(`${INSPECTOR}/json/version`).then(
    () => true,
    () => false,
  );
}

async function socketUrl(): Promise<string | undefined> {
  const targets = (await (await fetch(`${INSPECTOR}/json/list`)).json()) as readonly { readonly webSocketDebuggerUrl?: string }[];
  return targets[0]?.webSocketDebuggerUrl;
}

interface InspectorSession {
  post<T>(method: string, params?: object): Promise<T>;
  close(): void;
}

/** Speaks the inspector's protocol. @see https://chromedevtools.github.io/devtools-protocol/v8/Profiler/ */
async function openSession(url: string): Promise<InspectorSession> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let id = 0;
  return {
    post: <T>(method: string, params: object = {}) =>
      new Promise<T>((resolve, reject) => {
        waiting.set(++id, ({ result, error }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as T)));
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
