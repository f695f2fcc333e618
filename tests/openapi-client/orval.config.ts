/** The address of the service stands in what orval makes. */
export default {
  api: {
    input: "./.generated/openapi.json",
    output: { target: "./.generated/orval.ts", client: "fetch", mode: "single", baseUrl: process.env["CMS_URL"] ?? "" },
  },
};
