import "./react.ts";
import "@mantine/core/styles.css";
import "./shell/page.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { router } from "./router.tsx";
import { signInWhenNeeded } from "./sign-in/sign-in-when-needed.ts";
import { startTexts } from "./texts/texts.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
signInWhenNeeded(router); // before the first answer arrives
void startTexts().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
