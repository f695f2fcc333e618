/** `cms` with all addresses from the environment, as in the images. */
import { runProcess } from "./run-process.ts";

await runProcess();
