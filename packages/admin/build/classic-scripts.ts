import { posix } from "node:path";
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;
type Program = ReturnType<Rolldown.PluginContext["parse"]>;
type Parse = (code: string, sourceType?: "script") => Program;
type Statement = Program["body"][number];
type Of<Type extends Statement["type"]> = Extract<Statement, { readonly type: Type }>;
type Specifier = Of<"ImportDeclaration">["specifiers"][number];
type Name = Of<"ExportNamedDeclaration">["specifiers"][number]["exported"];

/** The global object of the exports: one member per file. */
const EXPORTS = "globalThis.colophonAdmin";
/** What a classic script has instead of `import.meta`, which is a syntax error there. */
const META = "importMeta";
const META_VALUE = "{url:document.currentScript.src}";
const MODULE_SCRIPT = /\s*<script type="module"[^>]*><\/script>/g;
const ONLY_IMPORTS = /^(?:\s*import"[^"]*";)*\s*$/;
const BANNER = /^(?:\/\/.*\n)*/;

/** Smaller scripts are in the document itself: requesting them takes longer than compiling them at every visit. */
const MAX_INLINE_LENGTH = 20_000;
/** What would end a script in a document too early. */
const ENDS_SCRIPT = /<\/script|<!--/i;

/**
 * Builds the files that every page needs as classic scripts instead of modules. Chromium stores the compiled code of both, but uses only
 * that of classic scripts: it parses modules at every visit. A classic script puts its exports into a global object; other files take
 * them from there. Files that are loaded on demand remain modules. Small scripts become part of the document; the gateway's
 * Content-Security-Policy allows them by their hashes.
 *
 * @param first - the name of the chunk that runs as soon as it is loaded, before the styles are; it must not import others
 */
export function classicScripts({ first }: { readonly first: string }): Plugin[] {
  let classic: ReadonlyMap<string, Chunk> = new Map();
  let inline: ReadonlySet<string> = new Set();
  let base = "/";
  const isModule = (file: string) => !classic.has(file);
  return [
    {
      name: "find-classic-scripts",
      apply: "build",
      configResolved: (config) => void (base = config.base),
      config: () => ({ build: { modulePreload: { resolveDependencies: (_file, files) => files.filter(isModule) } } }),
      generateBundle: {
        order: "pre",
        handler(_options, bundle) {
          classic = initialChunks(bundle);
          inline = new Set([...classic.values()].filter(isSmall).map(({ fileName }) => fileName));
        },
      },
    },
    {
      name: "classic-scripts",
      apply: "build",
      enforce: "post",
      augmentChunkHash: () => [rewrite, importEdit, patternOf, membersOf, metaEdits].join(""), // files are cached permanently by their names
      transformIndexHtml: {
        order: "post",
        handler: (html) => ({
          html: html.replace(MODULE_SCRIPT, ""),
          tags: [...classic.values()].map((chunk) =>
            tagOf(chunk, base + chunk.fileName, { isEarly: chunk.name === first || inline.has(chunk.fileName) }),
          ),
        }),
      },
      generateBundle: {
        order: "post",
        handler(_options, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === "chunk") chunk.code = rewrite(chunk, classic, (code, sourceType) => this.parse(code, { sourceType }));
          }
          for (const file of inline) moveIntoDocument(file, base + file, bundle);
        },
      },
    },
  ];
}

/** Browsers load deferred scripts with a low priority and lay out the empty page before these scripts run, unless they are told otherwise. */
function tagOf({ imports }: Chunk, src: string, { isEarly }: { readonly isEarly: boolean }) {
  if (!isEarly) return { tag: "script", attrs: { defer: true, fetchpriority: "high", blocking: "render", src }, injectTo: "head" as const };
  if (imports.length > 0) throw new Error(`${src} runs before the other files, but imports ${imports.join(", ")}`);
  return { tag: "script", attrs: { src }, injectTo: "head-prepend" as const };
}

function isSmall({ code, imports }: Chunk): boolean {
  return imports.length === 0 && code.length < MAX_INLINE_LENGTH;
}

/** Replaces the tag that `tagOf` made for the script. */
function moveIntoDocument(file: string, src: string, bundle: Rolldown.OutputBundle): void {
  const tag = `<script src="${src}"></script>`;
  const document = Object.values(bundle).find((output) => output.type === "asset" && String(output.source).includes(tag));
  const chunk = bundle[file];
  if (document?.type !== "asset" || chunk?.type !== "chunk" || ENDS_SCRIPT.test(chunk.code)) {
    throw new Error(`${file} cannot be a part of the document`);
  }
  document.source = String(document.source).replace(tag, () => `<script>${chunk.code}</script>`);
  delete bundle[file];
}

/** What the page imports statically, in the order in which it must run. */
function initialChunks(bundle: Rolldown.OutputBundle): ReadonlyMap<string, Chunk> {
  const found = new Map<string, Chunk>();
  const add = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== "chunk" || found.has(file)) return;
    for (const imported of chunk.imports) add(imported);
    if (!ONLY_IMPORTS.test(chunk.code)) found.set(file, chunk);
  };
  for (const [file, chunk] of Object.entries(bundle)) if (chunk.type === "chunk" && chunk.isEntry) add(file);
  return found;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The code of a chunk with imports from classic scripts replaced; as a classic script if it is one. */
function rewrite(chunk: Chunk, classic: ReadonlyMap<string, Chunk>, parse: Parse): string {
  const { body } = parse(chunk.code);
  const isClassic = classic.has(chunk.fileName);
  const imports = body.flatMap((node) => importEdit(node, chunk, classic));
  if (!isClassic) return edited(chunk.code, imports);
  const exported = body.filter(({ type }) => type.startsWith("Export"));
  const removed = exported.map(({ start, end }) => ({ start, end, text: "" }));
  const code = edited(chunk.code, [...imports, ...removed, ...metaEdits(body)]);
  const banner = BANNER.exec(code)?.[0] ?? "";
  const members = exported.flatMap(membersOf);
  const exporting = `(${EXPORTS}??={})[${JSON.stringify(chunk.fileName)}]={${members.join(",")}}`;
  const script = `${banner}((${META})=>{"use strict";${code.slice(banner.length)}\n${exporting}})(${META_VALUE});\n`;
  parse(script, "script"); // an `await` outside of functions is an error here, not in the browser
  return script;
}

function importEdit(node: Statement, { fileName }: Chunk, classic: ReadonlyMap<string, Chunk>): Edit[] {
  if (node.type !== "ImportDeclaration") return [];
  const from = classic.get(posix.join(posix.dirname(fileName), node.source.value));
  if (!from) {
    if (classic.has(fileName)) throw new Error(`${fileName} is a classic script and cannot import ${node.source.value}`);
    return [];
  }
  const exports = `${EXPORTS}[${JSON.stringify(from.fileName)}]`;
  const patterns = node.specifiers.map(patternOf);
  const named = patterns.flatMap(({ member }) => member ?? []);
  const targets = [...(named.length > 0 ? [`{${named.join(",")}}`] : []), ...patterns.flatMap(({ whole }) => whole ?? [])];
  return [{ start: node.start, end: node.end, text: targets.map((target) => `const ${target}=${exports};`).join("") }];
}

function patternOf(specifier: Specifier): { readonly member?: string; readonly whole?: string } {
  const { local } = specifier;
  if (specifier.type === "ImportNamespaceSpecifier") return { whole: local.name };
  const imported = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported);
  return { member: `${JSON.stringify(imported)}:${local.name}` };
}

/** Getters, so that a variable that is assigned later is never outdated. */
function membersOf(node: Statement): string[] {
  if (node.type !== "ExportNamedDeclaration" || node.declaration || node.source) throw new Error(`${node.type} is not supported`);
  return node.specifiers.map(({ local, exported }) => `get ${JSON.stringify(nameOf(exported))}(){return ${nameOf(local)}}`);
}

/** `import.meta` or `new.target`. */
interface MetaProperty {
  readonly type: "MetaProperty";
  readonly start: number;
  readonly end: number;
  readonly meta: { readonly name: string };
}

function metaEdits(node: unknown): Edit[] {
  if (isImportMeta(node)) return [{ start: node.start, end: node.end, text: META }];
  return typeof node === "object" && node !== null ? Object.values(node).flatMap(metaEdits) : [];
}

function isImportMeta(node: unknown): node is MetaProperty {
  const { type, meta } = (node ?? {}) as Partial<MetaProperty>;
  return type === "MetaProperty" && meta?.name === "import";
}

function nameOf(name: Name): string {
  return name.type === "Literal" ? name.value : name.name;
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}
