import { expect, test } from "@jest/globals";
import { createFrameUpdates } from "../../src/previews/frame-updates.ts";

function openFrame() {
  const done: string[] = [];
  return { done, ...createFrameUpdates({ tell: () => done.push("told"), reload: () => done.push("reloaded") }) };
}

test("a page that has announced that it listens is told, any other is loaded again", () => {
  const frame = openFrame();

  frame.update();
  frame.announced();
  frame.loaded();
  frame.update();
  frame.update();

  expect(frame.done).toEqual(["reloaded", "told", "told"]);
});

test("a page that announces itself after it has loaded is told, too", () => {
  const frame = openFrame();

  frame.loaded();
  frame.announced();
  frame.update();

  expect(frame.done).toEqual(["told"]);
});

test("a page that replaces one that listens is loaded again, if it doesn't listen itself", () => {
  const frame = openFrame();
  frame.announced();
  frame.loaded();

  frame.loaded();
  frame.update();

  expect(frame.done).toEqual(["reloaded"]);
});

test("until the page of another address listens, it is loaded again", () => {
  const frame = openFrame();
  frame.announced();
  frame.loaded();

  frame.left();
  frame.update();
  frame.announced();
  frame.update();

  expect(frame.done).toEqual(["reloaded", "told"]);
});

test("a page that loads itself again at a message is told once more if there were others until it listens", () => {
  const frame = openFrame();
  const loadAgain = () => {
    frame.announced();
    frame.loaded();
  };
  loadAgain();

  frame.update();
  frame.update();
  frame.update();
  loadAgain();
  loadAgain();
  loadAgain();

  expect(frame.done).toEqual(["told", "told", "told", "told"]);
});
