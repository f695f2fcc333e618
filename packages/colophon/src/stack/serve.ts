import { createOutput, type Output } from "./output.ts";
import { APPLIES_CHANGES, EXPECT_RENEWAL, RENEW } from "./running.ts";
import { loadDotEnv, StartError } from "./settings.ts";
import { startStack, type Stack } from "./stack.ts";

/** Runs the whole product on this machine, until Ctrl-C. Prints an expected failure as one sentence on stderr, with status 1. */
export async function serve(startedMs: number): Promise<void> {
  const output = createOutput((text) => void process.stdout.write(text));
  const cancellation = new AbortController();
  let stack: Stack | null = null;

  /** npm sends Ctrl-C a second time, so this may run twice. */
  async function stop(): Promise<void> {
    if (!cancellation.signal.aborted) output.printMessage("Stopping …");
    cancellation.abort();
    if (stack === null) return; // the start notices it and cleans up
    await stack.stop();
    process.exit();
  }

  loadDotEnv();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
  process.on("uncaughtException", (error) => (console.error(error), (process.exitCode = 1), void stop()));
  process.stdout.on("error", () => undefined); // the terminal was closed: stop without output

  try {
    stack = await startStack({ variables: process.env, output, signal: cancellation.signal });
    output.printMessage(welcome(stack, startedMs));
  } catch (error) {
    if (cancellation.signal.aborted) process.exit();
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  if (cancellation.signal.aborted) return stop();
  followChanges(stack, output);
}

/** Applies changes of the configuration, when the development server tells of them. It tells of one at a time. */
function followChanges(stack: Stack, output: Output): void {
  let renewals = Promise.resolve();
  const renew = () =>
    stack.renew().then(
      () => output.printMessage(`Restarted with the changed configuration: ${stack.url}`),
      (error: unknown) =>
        output.printMessage(`${error instanceof Error ? error.message : String(error)}\nThe site goes on with the old configuration.`),
    );
  process.on("message", (message) => {
    if (message === EXPECT_RENEWAL) stack.expectRenewal();
    if (message === RENEW) renewals = renewals.then(renew);
  });
  process.send?.(APPLIES_CHANGES);
}

function welcome({ url, adminUrl, dataFolder, mailsArePrinted }: Stack, startedMs: number): string {
  const email = process.env["CMS_ADMIN_EMAIL"] || "you@example.com";
  const json = "-H 'content-type: application/json'";
  const where = mailsArePrinted
    ? `the code is in the mail, which is printed here and stored in ${dataFolder}/mails`
    : "the code is in the mail";
  return [
    "",
    ...(adminUrl === null ? [] : [`The admin page: ${adminUrl}`]),
    `Colophon is ready at ${url} (${((Date.now() - startedMs) / 1000).toFixed(1)} s). Ctrl-C stops it.`,
    `Sign in (${where}):`,
    `  curl ${url}/api/auth/request ${json} -d '{"email":"${email}"}'`,
    `  curl ${url}/api/auth/create -c cookies.txt ${json} -d '{"authRequestId":"…","code":"…"}'`,
    `  curl ${url}/api/auth/me -b cookies.txt`,
    "",
  ].join("\n");
}
