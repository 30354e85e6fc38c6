import type { Recipe } from "../plant.ts";

/** Alerts into a stream of Zulip. */
export const recipe: Recipe = {
  files: {
    "src/renderers/alerting/formats/zulip.ts": "zulip.ts.txt",
    "test/renderers/alerting/zulip.test.ts": "zulip.test.ts.txt",
  },
  edits: [
    {
      file: "src/resources/outbound-kinds.ts",
      find: '  "webex",\n  "ntfy",\n',
      put: '  "webex",\n  "zulip",\n  "ntfy",\n',
    },
    {
      file: "src/resources/outbound-kinds.ts",
      find: '  teams: "the URL of the workflow that takes webhook requests",\n',
      put: `  teams: "the URL of the workflow that takes webhook requests",
  zulip: "the URL of the bot's webhook",
`,
    },
    {
      file: "src/resources/outbound-kinds.ts",
      find: '  teams: {\n    title: "Microsoft Teams",\n',
      put: `  zulip: {
    title: "Zulip",
    help: "Posts each alert in one stream of Zulip. Add a bot for incoming webhooks, and copy its URL.",
    link: "https://zulip.com/integrations/slack_incoming",
    fields: fieldsOfWebhook("zulip"),
  },
  teams: {
    title: "Microsoft Teams",
`,
    },
    {
      file: "src/renderers/alerting/formats/index.ts",
      find: 'import { webhook } from "./webhook.ts";\n',
      put: 'import { webhook } from "./webhook.ts";\nimport { zulip } from "./zulip.ts";\n',
    },
    {
      file: "src/renderers/alerting/formats/index.ts",
      find: "  webhook,\n};",
      put: "  webhook,\n  zulip,\n};",
    },
    {
      file: "test/support/vendor-schemas.ts",
      find: "/** https://gotify.net/api-docs: a message */\n",
      put: `/** https://zulip.com/integrations/slack_incoming */
const zulip = object({ text: text(10_000) }, ["text"]);
/** https://gotify.net/api-docs: a message */
`,
    },
    { file: "test/support/vendor-schemas.ts", find: "  gotify,\n", put: "  gotify,\n  zulip,\n" },
    {
      file: "test/renderers/alerting/golden.ts",
      find: "  teams: null,\n",
      put: "  teams: null,\n  zulip: null,\n",
    },
    {
      file: "test/renderers/alerting/golden.ts",
      find: '  webhook: "signing-key",\n',
      put: '  zulip: "https://acme.zulipchat.com/api/v1/external/slack_incoming?api_key=k",\n  webhook: "signing-key",\n',
    },
  ],
  tests: ["test/renderers/alerting/zulip.test.ts", "test/renderers/alerting/formats.test.ts"],
};
