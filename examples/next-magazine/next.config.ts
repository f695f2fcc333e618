import type { NextConfig } from "next";

const config: NextConfig = {
  images: { loader: "custom", loaderFile: "./src/image-loader.ts", deviceSizes: [400, 800, 1200, 1600] },
  redirects: async () => [{ source: "/", destination: "/en", permanent: false }],
  // An article is rendered once and cached; with the token of a preview link, its draft is rendered at each request.
  rewrites: async () => ({
    beforeFiles: [{ source: "/:locale/articles/:slug", has: [{ type: "query", key: "preview" }], destination: "/:locale/preview/:slug" }],
    afterFiles: [],
    fallback: [],
  }),
};

export default config;
