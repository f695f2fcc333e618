import "./react.ts";
import "@mantine/core/styles.css";
import "./shell/page.css";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { waitAtMost } from "./api/early-answers.ts";
import { App } from "./app.tsx";
import { router } from "./router.tsx";
import { reloadIncomplete } from "./shell/incomplete-page.ts";
import { signInWhenNeeded } from "./api/signed-out.ts";
import { startTexts } from "./texts/texts.ts";

/** When the page is rendered although its data is still loading. */
const PATIENCE_MS = 500;

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
const page = (
  <StrictMode>
    <App />
  </StrictMode>
);
signInWhenNeeded(router); // before the first answer arrives
// mostly the data of the first page is there already: the page is rendered once, and not in a later task
Promise.all([startTexts(), waitAtMost(PATIENCE_MS, router.load())]).then(
  () => flushSync(() => createRoot(root).render(page)),
  reloadIncomplete,
);
