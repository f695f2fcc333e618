export default {
  input: ".generated/openapi.json",
  output: { path: ".generated/hey-api", importFileExtension: ".ts" },
  plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
};
