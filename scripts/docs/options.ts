/** The options of the configuration, read from its types: an option's comment is its description, here and in editors. */
import ts from "typescript";
import { createTypeWords, targetOf, type KnownTypes } from "./type-words.ts";

export interface Option {
  readonly name: string;
  /** The values that it takes, in words. */
  readonly values: string;
  readonly byDefault: string;
  /** In Markdown, for a page in a folder of `docs`. */
  readonly meaning: string;
}

/** Reads the options of the types that a module exports. @returns functions that throw an Error for an option without a comment */
export function createOptions(file: string, known: KnownTypes) {
  const program = ts.createProgram([file], { strict: true, types: [], module: ts.ModuleKind.NodeNext, allowImportingTsExtensions: true });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) ?? missing(file));
  const exported = new Map(checker.getExportsOfModule(module ?? missing(file)).map((symbol) => [symbol.name, symbol]));
  const wordsFor = createTypeWords(checker, known);

  function typeNamed(name: string): ts.Type {
    return checker.getDeclaredTypeOfSymbol(targetOf(checker, exported.get(name) ?? missing(name)));
  }

  function variantsOf(name: string, key: string): readonly (readonly [values: readonly string[], ts.Type])[] {
    const type = typeNamed(name);
    return (type.isUnion() ? type.types : [type]).map((variant) => [literalsOf(variant.getProperty(key) ?? missing(key)), variant]);
  }

  function literalsOf(property: ts.Symbol): readonly string[] {
    const type = checker.getTypeOfSymbol(property);
    return (type.isUnion() ? type.types : [type]).flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  }

  function optionOf(property: ts.Symbol, of: string): Option {
    const comment = ts.displayPartsToString(property.getDocumentationComment(checker));
    if (comment === "") throw new Error(`The option ${property.name} of ${of} has no description: give it a comment.`);
    const { values, described } = wordsFor(property);
    const links = described.filter((heading) => heading !== known[of]?.heading).map((heading) => `[${heading}](#${anchorOf(heading)})`);
    const further = links.length > 0 ? ` See ${links.join(" and ")}.` : "";
    const isRequired = !(property.flags & ts.SymbolFlags.Optional);
    const meaning = `${comment.replaceAll("](docs/", "](../")}${further}`;
    return { name: property.name, values, byDefault: isRequired ? "required" : defaultOf(property), meaning };
  }

  return {
    /** The options of an object type. */
    of(name: string): readonly Option[] {
      return typeNamed(name)
        .getProperties()
        .map((property) => optionOf(property, name));
    },
    /** The options of the variant of a union that has no other options than all variants; its `key` is `value`. */
    shared(name: string, key: string, value: string): readonly Option[] {
      const [, like = missing(value)] = variantsOf(name, key).find(([values]) => values.includes(value)) ?? [];
      const keyOfAll = typeNamed(name).getProperty(key) ?? missing(key);
      return like.getProperties().map((property) => optionOf(property.name === key ? keyOfAll : property, name));
    },
    /** The further options of each variant, by its value of `key`. */
    further(name: string, key: string, value: string): Readonly<Record<string, readonly Option[]>> {
      const variants = variantsOf(name, key);
      const [, like = missing(value)] = variants.find(([values]) => values.includes(value)) ?? [];
      const known = new Set(like.getProperties().flatMap(({ declarations = [] }) => declarations));
      const isFurther = ({ name: own, declarations = [] }: ts.Symbol) => own !== key && !declarations.some((node) => known.has(node));
      const entries = variants.flatMap(([values, variant]) => {
        const options = variant
          .getProperties()
          .filter(isFurther)
          .map((property) => optionOf(property, name));
        return values.map((literal): [string, readonly Option[]] => [literal, options]);
      });
      return Object.fromEntries(entries);
    },
  };
}

/** The text of `@default`; texts without their quotes. */
function defaultOf(property: ts.Symbol): string {
  const tag = property.getJsDocTags().find(({ name }) => name === "default");
  const text = ts.displayPartsToString(tag?.text);
  return text.startsWith('"') ? JSON.parse(text) : text;
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(" ", "-");
}

function missing(what: string): never {
  throw new Error(`There is no ${what}`);
}
