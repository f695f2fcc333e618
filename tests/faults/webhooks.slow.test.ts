import { testWebhooks } from "./webhooks.ts";

testWebhooks(10);
