import { cancel, isCancel, select, text } from "@clack/prompts";
import { isEmail, TEMPLATES, type Arguments, type Template } from "./arguments.ts";

/** What a project is made from. */
export interface Answers {
  readonly folder: string;
  readonly template: Template;
  readonly email: string;
}

const USUAL: Answers = { folder: "my-site", template: "magazine", email: "admin@example.com" };

/** Asks for what the command line didn't say, where somebody can answer; else takes what is usual. */
export async function complete({ folder, template, email, asks }: Arguments): Promise<Answers> {
  if (!asks || !process.stdin.isTTY || !process.stdout.isTTY)
    return { folder: folder ?? USUAL.folder, template: template ?? USUAL.template, email: email ?? USUAL.email };
  return {
    folder:
      folder ?? (await answer(text({ message: "Name of the project, a folder", placeholder: USUAL.folder, defaultValue: USUAL.folder }))),
    template: template ?? (await answer(select<Template>({ message: "Template", options: choices(), initialValue: USUAL.template }))),
    email:
      email ??
      (await answer(
        text({
          message: "Email address of the first admin",
          placeholder: "you@example.com",
          validate: (given) =>
            given !== undefined && isEmail(given) ? undefined : "An email address, please: codes for signing in go there.",
        }),
      )),
  };
}

function choices() {
  return (Object.keys(TEMPLATES) as Template[]).map((value) => ({ value, label: value, hint: TEMPLATES[value] }));
}

async function answer<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await asked;
  if (!isCancel(given)) return given as Exclude<T, symbol>;
  cancel("Nothing was made.");
  return process.exit(130);
}
