import { AppError } from "@colophon/errors";
import type { Call } from "../../src/calls.ts";
import type { TestService } from "./service.ts";

export interface Outcome {
  readonly status: number;
  readonly data: ReturnType<typeof JSON.parse>;
}

/** The operations of the service without HTTP around them, for tests that need tens of thousands. */
export function createDirect({ content: { services } }: Pick<TestService, "content">, role: string, entity: string) {
  const call: Call = {
    actor: { kind: "key", role, keyId: "0" },
    user: null,
    role,
    requestId: "test",
    runsHooks: true,
    get askedAtMs() {
      return performance.now();
    },
  };
  const { reads, writes, publishing, versions, translations } = services;

  async function outcome(work: Promise<{ status: number; body: string } | string>): Promise<Outcome> {
    try {
      const answer = await work;
      const { status, body } = typeof answer === "string" ? { status: 200, body: answer } : answer;
      return { status, data: JSON.parse(body).data };
    } catch (error) {
      if (error instanceof AppError) return { status: error.status, data: undefined };
      throw error;
    }
  }

  return {
    list: (search: string) => outcome(reads.list(call, entity, search)),
    create: (body: Record<string, unknown>, draft: boolean) => outcome(writes.create(call, entity, body, { draft })),
    update: (id: string, body: Record<string, unknown>, draft: boolean) => outcome(writes.update(call, entity, id, body, { draft })),
    remove: (id: string) => outcome(writes.remove(call, entity, id, {})),
    publish: (id: string, force: boolean) => outcome(publishing.publish(call, entity, id, { force })),
    unpublish: (id: string) => outcome(publishing.unpublish(call, entity, id, {})),
    discard: (id: string) => outcome(publishing.discard(call, entity, id, {})),
    history: (id: string) => outcome(versions.list(call, entity, id, { limit: 100, offset: 0 })),
    restore: (id: string, version: string, publish: boolean) => outcome(versions.restore(call, entity, id, version, { publish })),
    translate: (id: string, locale: string) => outcome(translations.translate(call, entity, id, locale)),
  };
}

export type Direct = ReturnType<typeof createDirect>;
