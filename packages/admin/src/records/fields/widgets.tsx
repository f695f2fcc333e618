import type { FieldDefinition } from "@colophon/config";
import { lazy, type ComponentType } from "react";
import { ownWidgets } from "../../own-parts/own-parts.ts";
import { ArrayField } from "./items/array-field.tsx";
import { BlocksField } from "./items/blocks-field.tsx";
import { BooleanField } from "./boolean-field.tsx";
import { ColorField } from "./color-field.tsx";
import { JsonField } from "./json-field.tsx";
import { MediaField } from "./media/media-field.tsx";
import { NumberField } from "./number-field.tsx";
import { ObjectField } from "./object-field.tsx";
import { OwnField } from "./own-field.tsx";
import { RelationField } from "./relation/relation-field.tsx";
import { SelectField } from "./select-field.tsx";
import { SlugField } from "./slug-field.tsx";
import { TextField } from "./text-field.tsx";
import type { WidgetProps } from "../parts.tsx";

const DateField = lazy(async () => ({ default: (await afterPaint(() => import("./date/date-field.tsx"))).DateField }));
const RichTextField = lazy(async () => ({ default: (await afterPaint(() => import("./rich-text/rich-text-field.tsx"))).RichTextField }));

type Widgets = {
  readonly [Type in FieldDefinition["type"]]: ComponentType<WidgetProps<Extract<FieldDefinition, { readonly type: Type }>>>;
};

const WIDGETS: Widgets = {
  text: TextField,
  richtext: RichTextField,
  slug: SlugField,
  number: NumberField,
  boolean: BooleanField,
  date: DateField,
  datetime: DateField,
  select: SelectField,
  email: TextField,
  url: TextField,
  color: ColorField,
  json: JsonField,
  object: ObjectField,
  array: ArrayField,
  blocks: BlocksField,
  relation: RelationField,
  image: MediaField,
  video: MediaField,
  file: MediaField,
};

/** Values of `admin.widget` for text fields; other names are for other clients. */
const NAMED: Readonly<Record<string, FieldDefinition["type"]>> = { color: "color", url: "url", email: "email" };

/** The widget of a field: a custom one, else the one that `admin.widget` names, else the one of its type. */
export function widgetOf(definition: FieldDefinition): ComponentType<WidgetProps> {
  if (ownWidgets.has(definition.admin?.widget ?? "")) return OwnField;
  const named = definition.type === "text" ? NAMED[definition.admin?.widget ?? ""] : undefined;
  return WIDGETS[named ?? definition.type] as ComponentType<WidgetProps>;
}

/** Loads the code of a widget after the browser has painted the form, so that the simple fields are there first. */
async function afterPaint<T>(load: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
  return load();
}
