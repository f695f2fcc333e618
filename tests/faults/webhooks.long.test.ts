import { TOGETHER } from "../support/stack/stack.ts";
import { testWebhooks } from "./webhooks.ts";

testWebhooks(TOGETHER, 50);
