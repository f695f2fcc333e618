import type { RoleDefinition } from "colophon/config";

const ALL = { create: true, read: true, update: true, delete: true } as const;
/** The events of organisers that the caller is a member of. */
const OWN_EVENTS = { "organiser.members": { $has: "$CURRENT_USER" } };
/** What translators leave as it is: the fields that are the same in all languages. */
const SHARED = "starts ends state cancelledAt category venue organiser series cover lineUp tickets priceFrom".split(" ");
const OTHER_LANGUAGES = { locale: { $ne: "en" } };

export const roles: readonly RoleDefinition[] = [
  { name: "admin", title: "Admin", isAdmin: true },
  {
    name: "editor",
    title: "Editor",
    permissions: {
      event: ALL,
      venue: ALL,
      person: ALL,
      organiser: { create: true, read: true, update: true },
      series: ALL,
      category: ALL,
      page: ALL,
      home: { read: true, update: true },
      _image: { create: true, read: true, update: true },
      _video: { create: true, read: true },
      _file: { create: true, read: true },
      _user: { read: { fields: { exclude: ["email"] } } },
    },
  },
  {
    name: "translator",
    title: "Translator",
    permissions: {
      event: { create: { filter: OTHER_LANGUAGES }, read: true, update: { filter: OTHER_LANGUAGES, fields: { exclude: SHARED } } },
      venue: { create: { filter: OTHER_LANGUAGES }, read: true, update: { filter: OTHER_LANGUAGES } },
      category: { create: { filter: OTHER_LANGUAGES }, read: true, update: { filter: OTHER_LANGUAGES } },
      series: { create: { filter: OTHER_LANGUAGES }, read: true, update: { filter: OTHER_LANGUAGES } },
      page: { create: { filter: OTHER_LANGUAGES }, read: true, update: { filter: OTHER_LANGUAGES } },
      person: { read: true },
      organiser: { read: { fields: { exclude: ["members"] } } },
      home: { read: true },
      _image: { read: true },
      _video: { read: true },
      _file: { read: true },
    },
  },
  {
    name: "organiser",
    title: "Organiser",
    permissions: {
      event: { create: { filter: OWN_EVENTS }, read: true, update: { filter: OWN_EVENTS }, delete: { filter: OWN_EVENTS } },
      organiser: { read: true, update: { filter: { members: { $has: "$CURRENT_USER" } }, fields: { exclude: ["members"] } } },
      person: { create: true, read: true },
      venue: { read: true },
      series: { read: true },
      category: { read: true },
      _image: { create: true, read: true, update: { filter: { _createdBy: "$CURRENT_USER" } } },
    },
  },
  {
    name: "visitor",
    title: "Visitor",
    public: true,
    permissions: {
      event: { read: true },
      venue: { read: true },
      person: { read: true },
      organiser: { read: { fields: { exclude: ["members", "email"] } } },
      series: { read: true },
      category: { read: true },
      page: { read: true },
      home: { read: true },
      _image: { read: true },
      _video: { read: true },
      _file: { read: true },
    },
  },
];
