/** The processes that don't call themselves ready, by the ports that they were given. */
export async function unready(ports: ReadonlyMap<string, number>): Promise<readonly string[]> {
  const asked = [...ports].map(async ([name, port]) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.ok ? [] : [name];
  });
  return (await Promise.all(asked)).flat();
}
