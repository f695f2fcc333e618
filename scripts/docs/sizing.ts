/** The tables of docs/operate/sizing.md, computed from the measured CPU of docs/operate/performance.md. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { tableOf } from "./table.ts";

/** The part of the cores that a site may use for long: the rest is for peaks, and the autoscalers' target, too. */
const USABLE = 0.7;
const MACHINES = [
  { name: "512 MB, 1 core", cores: 1 },
  { name: "2 cores", cores: 2 },
  { name: "8 cores", cores: 8 },
  { name: "32 cores", cores: 32 },
];
const REQUESTS = ["list of 20 with the exact total", "one record by id", "create", "update of one field"];
/** What one person does who works in the admin page: a list (two reads) each 10 s, a save each 30 s. */
const EDITOR = { reads: 2 / 10, saves: 1 / 30 };

const MEMORY = [
  "idle memory, MB",
  "memory 20 s after 10,000 requests, MB",
  "memory after 10,000 requests with a limit of 512 MB for Colophon, MB",
];
const MEMORY_CELLS = 5;

/** Milliseconds of CPU a request. */
interface Cost {
  readonly gateway: number;
  readonly content: number;
  readonly database: number;
}

const measuredPage = (): string => readFileSync(join(ROOT, "docs/operate/performance.md"), "utf8");

export function toSizing(): string {
  const page = measuredPage();
  const costs = new Map(REQUESTS.map((name) => [name, costIn(page, name)]));
  return [machineTable(page, costs), "### Processes for 32 cores", processTable(costs)].join("\n\n");
}

/** The memory that was measured, in one process and in separate ones. */
export function toMemory(): string {
  const page = measuredPage();
  const rows = MEMORY.map((name) => [name, ...rowIn(page, name, MEMORY_CELLS).slice(2, -1)]);
  return tableOf(["Measured, without PostgreSQL and Redis", "one process", "`PROCESSES=separate`"], rows);
}

function costIn(page: string, name: string): Cost {
  const cpu = rowIn(page, name)[4] ?? "";
  const [gateway = Number.NaN, content = Number.NaN, database = Number.NaN] = cpu.split("+").map(Number);
  if (Number.isNaN(gateway + content + database)) throw new Error(`docs/operate/performance.md has no CPU for "${name}"`);
  return { gateway, content, database };
}

/** The cells of a row, in a table with that number of cells. The first and the last are empty. */
function rowIn(page: string, name: string, cells?: number): readonly string[] {
  const lines = page.split("\n").filter((line) => line.startsWith(`| ${name} |`));
  const found = lines.map((line) => line.split("|")).find(({ length }) => cells === undefined || length === cells);
  if (!found) throw new Error(`docs/operate/performance.md has no row "${name}"`);
  return found.map((cell) => cell.trim());
}

const totalOf = ({ gateway, content, database }: Cost): number => gateway + content + database;

function machineTable(page: string, costs: ReadonlyMap<string, Cost>): string {
  const perSecond = (ms: number) => MACHINES.map(({ cores }) => rounded((USABLE * cores * 1000) / ms));
  const rows = [...costs].map(([name, cost]) => [`${name}, a second`, ...perSecond(totalOf(cost)), rowIn(page, name)[3] ?? ""]);
  const editor = EDITOR.reads * costOf(costs, REQUESTS[0]) + EDITOR.saves * costOf(costs, REQUESTS[3]);
  const firstTime = Number(/^(\d+) ms$/.exec(rowIn(page, "12 megapixels to 800 pixels WebP, first time")[3] ?? "")?.[1]);
  return tableOf(
    ["", ...MACHINES.map(({ name }) => name), "measured on 2 cores"],
    [
      ...rows,
      ["people who work in the admin page", ...perSecond(editor), ""],
      ["new image sizes of 12 megapixels, a second", ...perSecond(firstTime), ""],
    ],
  );
}

function costOf(costs: ReadonlyMap<string, Cost>, name = ""): number {
  const cost = costs.get(name);
  if (!cost) throw new Error(`no cost of ${name}`);
  return totalOf(cost);
}

/** A process of Node uses one core. */
function processTable(costs: ReadonlyMap<string, Cost>): string {
  const rows = [...costs].map(([name, cost]) => {
    const perSecond = (USABLE * 32 * 1000) / totalOf(cost);
    const cores = (ms: number) => (perSecond * ms) / 1000;
    const processes = (ms: number) => String(Math.ceil(cores(ms) / USABLE));
    return [name, rounded(perSecond), processes(cost.gateway), processes(cost.content), cores(cost.database).toFixed(1)];
  });
  return tableOf(["Only", "a second", "gateways", "content services", "cores that PostgreSQL uses"], rows);
}

function rounded(value: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return (Math.floor(value / step) * step).toLocaleString("en");
}
