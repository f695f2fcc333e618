import type { Engine } from "@colophon/engine";
import { withExpectedVersion, type Request, type Response } from "@colophon/runtime";
import type { WriteOperation } from "./operation.ts";
import type { Writer } from "./run-write.ts";
import type { WriteInput } from "./write.ts";
import { sendAnswer } from "../http/answers.ts";
import type { Idempotency } from "../http/idempotency.ts";
import { callOf, idempotentOf, parameterOf } from "../http/request.ts";

export interface WriteHandlerDependencies {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly idempotency: Idempotency;
}

/** A route's own part of a write's input. */
type OwnInput<Input extends WriteInput> = Omit<Input, "entity" | "expectedVersion">;

export type WriteHandler = ReturnType<typeof createWriteHandler>;

/**
 * Creates the handler of a writing route. The permission is checked before the request's body is read. A POST runs once for each
 * Idempotency-Key; a change of a record takes the expected version.
 */
export function createWriteHandler({ engine, writer, idempotency }: WriteHandlerDependencies) {
  return <Input extends WriteInput, Content>(
    operation: WriteOperation<Input, Content>,
    read: (req: Request, name: string) => OwnInput<Input> | Promise<OwnInput<Input>>,
  ) =>
    async (req: Request, res: Response): Promise<void> => {
      const [call, entity] = [callOf(engine, req), parameterOf(req, "entity")];
      const run = writer.permit(operation, call, entity);
      const input = { ...(await read(req, entity)), entity } as Input;
      const write = (expectedVersion: number | null) => run({ ...input, expectedVersion });
      const work = () => (operation.kind === "create" ? write(null) : withExpectedVersion(req, write));
      const request = idempotentOf(req, input.body ?? null);
      const pool = writer.poolOf(operation, call, input);
      sendAnswer(req, res, entity, req.method === "POST" ? await idempotency.once(call, entity, request, work, pool) : await work());
    };
}
