/** Functions and types by their defaults, and zod's schemas, which hold every body and answer on the way. */
export default {
  input: "openapi.json",
  output: "generated",
  plugins: ["@hey-api/client-fetch", "zod", { name: "@hey-api/sdk", validator: true }],
};
