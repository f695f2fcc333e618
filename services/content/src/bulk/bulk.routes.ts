import { bulkActions, entityRoutes, type BulkAction } from "@colophon/api";
import { isAssetEntity } from "@colophon/config";
import { entityOf, parseFlags, type Engine, type Entity } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import { readObject, searchOf, serve, type Request, type Response, type Router } from "@colophon/runtime";
import type { Data } from "../hooks/hooks.ts";
import { sendAnswer } from "../http/answers.ts";
import { formIn, callOf, idempotentOf, parameterOf } from "../http/request.ts";
import { requireDrafts } from "../drafts/versioned.ts";
import type { BulkInput } from "./bulk-actions.ts";
import type { Bulk } from "./bulk.service.ts";

/** `POST /api/:entity/bulk`: one action on many records. */
export function mountBulk(router: Router, { engine, bulk }: { engine: Engine; bulk: Bulk }): void {
  const { schema } = engine;
  const entityIn = (req: Request) => entityOf(schema, parameterOf(req, "entity"));

  function isDraft(req: Request, { name }: Entity, action: BulkAction): boolean {
    const { draft } = parseFlags(searchOf(req), ["draft"]);
    if (draft && action !== "update" && action !== "create")
      throw invalid([{ field: "draft", message: "is for creates and updates only" }]);
    requireDrafts(schema, name, draft);
    return draft;
  }

  async function run(req: Request, res: Response): Promise<void> {
    const [call, entity] = [callOf(engine, req), entityIn(req)];
    const actions = actionsOf(entity);
    const isGranted = actions.some((action) => call.engine.rule(entity.name, bulkActions[action].permission));
    if (!isGranted) throw new AppError("FORBIDDEN");
    const body = await readObject(req);
    const action = actionIn(body, actions);
    bulk.requireAction(call, entity.name, action);
    const input: BulkInput = { ...formIn(bulkActions[action].request, body), draft: isDraft(req, entity, action) };
    sendAnswer(req, res, entity.name, await bulk.run(call, entity, input, idempotentOf(req, body)));
  }

  serve(router, entityRoutes.bulk, { POST: run }, (req) => {
    if (entityIn(req).kind === "global") throw new AppError("NOT_FOUND");
  });
}

const ACTIONS = Object.keys(bulkActions) as readonly BulkAction[];

/** The actions that the entity's options allow. Assets are created by upload. */
function actionsOf({ name, versions, trash }: Entity): readonly BulkAction[] {
  const has = { versions: versions !== false, trash: trash !== false };
  return ACTIONS.filter((action) => {
    const row = bulkActions[action];
    return (!("needs" in row) || has[row.needs]) && !(row.permission === "create" && isAssetEntity(name));
  });
}

function actionIn({ action }: Data, actions: readonly BulkAction[]): BulkAction {
  const found = actions.find((known) => known === action);
  if (!found) throw invalid([{ field: "action", message: `must be one of ${actions.join(", ")}` }], "Some fields are not valid");
  return found;
}
