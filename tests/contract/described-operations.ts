/** The operations of an API description, with the references of parameters and bodies resolved. */
import type { DescribedOperation, Parameter } from "./request-arbitrary.ts";
import type { JsonSchema } from "./value-arbitrary.ts";

interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>> };
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>> & Pick<RawOperation, "parameters">>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** The target of a reference inside the document. */
export function resolveIn({ components }: Document): (reference: string) => unknown {
  return (reference) => {
    const [, , kind = "", name = ""] = reference.split("/");
    return components[kind]?.[name];
  };
}

/** All operations. For an operation with a form as its body, the JSON body is missing. */
export function operationsOf(document: Document): readonly DescribedOperation[] {
  const resolve = resolveIn(document);
  const whole = (parameter: Parameter | { readonly $ref: string }) =>
    "$ref" in parameter ? (resolve(parameter.$ref) as Parameter) : parameter;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(whole);
      const { schema: body = null, example } = operation.requestBody?.content["application/json"] ?? {};
      return [{ id: operation.operationId, method: method.toUpperCase(), path, parameters, body, example }];
    }),
  );
}
