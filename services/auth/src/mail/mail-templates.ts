/** The texts of mails: subject, text and HTML, from eta templates that a project may replace one by one. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Eta } from "eta";

const OWN_FOLDER = join(import.meta.dirname, "../../mail");
const LONGEST_CODE_LINE = 70;

const PERSON = { email: "ada@example.org", name: "Ada" };
const CODE = { ...PERSON, code: "482917" };
const NOTICE = { ...PERSON, time: "2026-11-22 06:41 UTC" };

/** Every mail with the data of its templates, besides `it.title` and `it.minutes`: each is rendered with these at start. */
const SAMPLES = {
  "sign-in": CODE,
  "new-address": CODE,
  "notice-sign-in": { ...NOTICE, ip: "192.0.2.7", userAgent: "A browser" },
  "notice-api-key": { ...NOTICE, keyName: "Website", keyPrefix: "cms_4fT9xQpL", role: "author" },
  "notice-email": NOTICE,
  "notice-role": { ...NOTICE, role: "editor", previousRole: "author" },
} as const satisfies Record<string, MailFacts>;

export type MailName = keyof typeof SAMPLES;
/** The data of a mail's templates. `code` is set in mails that contain one. */
export type MailFacts = Readonly<Record<string, string>>;
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
export type MailTemplates = ReturnType<typeof createMailTemplates>;

/** A template that can't be used; the message contains its file and a correction. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

interface Options {
  readonly folder: string | null;
  readonly title: string;
  readonly minutes: number;
}

/**
 * Reads `<mail>.subject.eta`, `<mail>.text.eta` and `<mail>.html.eta`, each from the project's folder if it is there, else the product's
 * own.
 *
 * @throws TemplateError if a template fails, or if its text breaks the rule for codes.
 */
export function createMailTemplates({ folder, title, minutes }: Options) {
  const plain = new Eta({ autoEscape: false, autoTrim: false });
  const escaped = new Eta({ autoTrim: false });

  const load = (name: MailName): ((facts: MailFacts) => MailText) => {
    const subject = compile(plain, templateFile(folder, `${name}.subject.eta`));
    const text = compile(plain, templateFile(folder, `${name}.text.eta`));
    const html = compile(escaped, templateFile(folder, `${name}.html.eta`));
    return ({ code, ...facts }) => {
      const it = { ...withoutLongNumbers(facts), title, minutes, ...(code !== undefined && { code }) };
      return { subject: subject(it).trim().replace(/\s+/g, " "), text: text(it), html: html(it) };
    };
  };

  const mails = new Map(namesOf(SAMPLES).map((name) => [name, load(name)]));
  const render = (name: MailName, facts: MailFacts): MailText => {
    const mail = mails.get(name);
    if (!mail) throw new Error(`there is no mail ${name}`);
    return mail(facts);
  };
  for (const name of mails.keys()) refuseUnfit(render(name, SAMPLES[name]), SAMPLES[name], templateFile(folder, `${name}.text.eta`));
  return { render };
}

/** Nothing except a code may look like one, whatever a browser, a person or a key is called. */
function withoutLongNumbers(facts: MailFacts): MailFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value.replace(/\d{6,}/g, "…")]));
}

function namesOf<Name extends string>(samples: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(samples) as Name[];
}

function templateFile(folder: string | null, name: string): string {
  const replaced = folder === null ? null : join(folder, name);
  return replaced !== null && existsSync(replaced) ? replaced : join(OWN_FOLDER, name);
}

function compile(eta: Eta, file: string): (it: object) => string {
  const templateError = (cause: unknown): TemplateError =>
    new TemplateError(`The mail template ${file} does not work: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  try {
    const template = eta.compile(readFileSync(file, "utf8"));
    return (it) => {
      try {
        return template.call(eta, it);
      } catch (error) {
        throw templateError(error);
      }
    };
  } catch (error) {
    throw templateError(error);
  }
}

/** Mail programs and people read the code from the text part: it must be there exactly once, unbroken, with no similar number. */
function refuseUnfit({ text }: MailText, { code }: MailFacts, file: string): void {
  const numbers = text.match(/\d{6,}/g) ?? [];
  if (code === undefined) {
    if (numbers.length > 0)
      throw new TemplateError(`The mail template ${file} must hold no number of six digits: it could be taken for a code.`);
    return;
  }
  if (numbers.length !== 1 || numbers[0] !== code)
    throw new TemplateError(`The mail template ${file} must hold the code (it.code) once, and no other number of six digits.`);

  const line = text.split("\n").find((each) => each.includes(code)) ?? "";
  if (line.length > LONGEST_CODE_LINE)
    throw new TemplateError(`The mail template ${file} must hold the code in a line of at most ${LONGEST_CODE_LINE} characters.`);
}
