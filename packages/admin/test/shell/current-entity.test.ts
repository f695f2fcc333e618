import { expect, test } from "@jest/globals";
import { currentEntity } from "../../src/shell/sidebar-items.ts";
import { configOf, entityOf } from "../support.ts";

const config = configOf([], { builtIns: ["_image", "_file", "_user"].map((name) => entityOf({ name, fields: [] })) });
const entityAt = (pathname: string, search = {}) => currentEntity({ pathname, search }, config);

test("a list, its records and its trash belong to their entity", () => {
  expect(["/content/article", "/content/article/new", "/content/article/1", "/trash/article"].map((path) => entityAt(path))).toEqual(
    Array(4).fill("article"),
  );
  expect(entityAt("/globals/settings", { locale: "de" })).toBe("settings");
  expect(entityAt("/content/_user")).toBe("_user");
});

test("the media library belongs to the kind of files that it shows", () => {
  expect(entityAt("/media")).toBe("_image");
  expect(entityAt("/media", { kind: "file" })).toBe("_file");
  expect(entityAt("/media", { kind: "video" })).toBe("_image");
  expect(entityAt("/media/file/1")).toBe("_file");
});

test("other pages belong to no entity", () => {
  expect(["/", "/account", "/roles", "/keys", "/pages/plan", "/content"].map((path) => entityAt(path))).toEqual(Array(6).fill(null));
});
