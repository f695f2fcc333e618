import { SEPARATE } from "../support/stack/stack.ts";
import { testWebhooks } from "./webhooks.ts";

testWebhooks(SEPARATE, 4);
