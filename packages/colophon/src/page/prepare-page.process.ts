/** Builds the admin page of a project with parts of its own, in a process that ends before the start. */
import { sentenceOf } from "../cli/failures.ts";
import { preparePage } from "./build.ts";

try {
  await preparePage({ variables: process.env, terminal: process });
} catch (error) {
  const sentence = sentenceOf(error);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
