/** The generated code of orval contains the service's URL. */
export default {
  api: {
    input: "./.generated/openapi.json",
    output: { target: "./.generated/orval.ts", client: "fetch", mode: "single", baseUrl: process.env["CMS_URL"] ?? "" },
  },
};
