import type { FieldDefinition } from "@colophon/config";
import type { ComponentType } from "react";
import { ownWidgets } from "../own-parts/own-parts.ts";
import { ArrayField } from "../fields/items/array-field.tsx";
import { BlocksField } from "../fields/items/blocks-field.tsx";
import { BooleanField, ColorField, NumberField } from "../fields/input-fields.tsx";
import { JsonField } from "../fields/json-field.tsx";
import { MediaField } from "../fields/media/media-field.tsx";
import { ObjectField } from "../fields/object-field.tsx";
import { OwnField } from "../fields/own-field.tsx";
import { RelationField } from "../fields/relation/relation-field.tsx";
import { SelectField } from "../fields/select-field.tsx";
import { SlugField } from "../fields/slug-field.tsx";
import { TextField } from "../fields/text-field.tsx";
import type { WidgetProps } from "../form/parts.tsx";
import { lazyPart } from "../loading/lazy-part.tsx";
import { EditorWaiting, WidgetWaiting } from "../loading/loading.tsx";

const DateField = lazyPart(async () => (await afterPaint(() => import("../fields/date-field.tsx"))).DateField, <WidgetWaiting />);
const RichTextField = lazyPart(
  async () => (await afterPaint(() => import("../rich-text/rich-text-field.tsx"))).RichTextField,
  <EditorWaiting />,
);

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
