/** What the development server tells the program that it runs. A renewal may be coming: what it needs is started. */
export const EXPECT_RENEWAL = "expect renewal";
/** The configuration has changed, and is right. */
export const RENEW = "renew";
