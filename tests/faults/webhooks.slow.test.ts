import { testWebhooks } from "./webhooks.ts";

testWebhooks(4);
