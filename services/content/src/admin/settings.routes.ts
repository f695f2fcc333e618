import { MAX_SETTINGS_BYTES, routes } from "@colophon/api";
import { createUserSettingsTable, type Database, type UserSettings } from "@colophon/database";
import { parseNoQuery } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import {
  readObject,
  searchOf,
  sendJson,
  serve,
  withExpectedVersion,
  type JsonAnswer,
  type SessionIdentity,
  type Request,
  type Response,
  type Router,
} from "@colophon/runtime";
import { dataBody } from "../http/answers.ts";

/** `/api/_me/settings`: settings that a signed-in user's interfaces store. */
export function mountSettings(router: Router, { database }: { database: Database }): void {
  const table = createUserSettingsTable(database);

  const save = async (req: Request, res: Response, { userId }: SessionIdentity): Promise<void> => {
    const settings = JSON.stringify(await readObject(req, MAX_SETTINGS_BYTES));
    parseNoQuery(searchOf(req));
    const saved = await withExpectedVersion(req, async (expected) => {
      const row = await table.save(userId, settings, expected);
      if (row === null) throw new AppError("PRECONDITION_FAILED");
      return row;
    });
    sendJson(req, res, answerOf(saved));
  };

  serve(router, routes.mySettings, {
    GET: async (req, res, { userId }) => {
      parseNoQuery(searchOf(req));
      sendJson(req, res, answerOf(await table.find(userId)));
    },
    PUT: save,
    PATCH: save,
  });
}

function answerOf({ version, settings }: UserSettings): JsonAnswer {
  return { body: dataBody(settings), etag: { version } };
}
