/** Keeps what a test file may change in its process. @returns a function that restores it for the next file */
export function keepProcessState(): () => void {
  const { exit } = process;
  const { fetch } = globalThis;
  const variables = { ...process.env };
  const folder = process.cwd();
  return () => {
    process.exit = exit; // jest wraps it for each file
    globalThis.fetch = fetch;
    process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, variables);
  };
}
