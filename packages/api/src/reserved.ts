import { AREAS } from "./areas.ts";
import { routes } from "./routes/index.ts";

const PATHS = [...Object.values(AREAS).flatMap(({ paths }) => paths), ...Object.values(routes).map(({ path }) => path)];

/** First segments below `/api/` that are in use: no entity can have such a name. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(PATHS.flatMap((path) => /^\/api\/([^/{]+)/.exec(path)?.[1] ?? []));
