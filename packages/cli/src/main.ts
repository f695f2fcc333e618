/** `cms` where the environment says where everything is, as in the images. */
import { runProcess } from "./run-process.ts";

await runProcess();
