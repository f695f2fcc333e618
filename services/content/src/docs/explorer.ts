import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** One file of the explorer, plain and compressed. */
export interface ExplorerFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

const PACKAGE = createRequire(import.meta.url).resolve("swagger-ui-dist/package.json");
const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string };

/** The path of the explorer's files. A new version has new paths, so the files can be cached forever. */
export const EXPLORER_PATH = `/docs/${VERSION}`;

const START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#explorer",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  withCredentials: true,
});
`;

/** The page at `/docs`. Its scripts are files, so that its policy can forbid all others. */
export function explorerPage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" type="image/png" href="${EXPLORER_PATH}/favicon-32x32.png">
    <link rel="stylesheet" href="${EXPLORER_PATH}/swagger-ui.css">
    <script src="${EXPLORER_PATH}/swagger-ui-bundle.js" defer></script>
    <script src="${EXPLORER_PATH}/start.js" defer></script>
  </head>
  <body>
    <div id="explorer"></div>
  </body>
</html>
`;
}

/** Nothing from another host, nothing inline except the styles that the explorer sets, no framing. */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "start.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

/** The explorer's files by name. Each is read and compressed on first use. */
export function createExplorerFiles() {
  const files = new Map<string, Promise<ExplorerFile>>();

  async function read(name: string, type: string): Promise<ExplorerFile> {
    const plain = name === "start.js" ? Buffer.from(START) : readFileSync(join(dirname(PACKAGE), name));
    return { type, plain, compressed: await promisify(gzip)(plain) };
  }

  return {
    /** The file, or null if there is none of that name. */
    async find(name: string): Promise<ExplorerFile | null> {
      const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
      if (type === undefined) return null;
      const file = files.get(name) ?? read(name, type);
      files.set(name, file);
      return file;
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
