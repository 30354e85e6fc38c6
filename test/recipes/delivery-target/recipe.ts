import type { Recipe } from "../plant.ts";

/** Alerts into a space of Google Chat. */
export const recipe: Recipe = {
  files: {
    "src/renderers/alerting/formats/google-chat.ts": "google-chat.ts.txt",
    "test/renderers/alerting/google-chat.test.ts": "google-chat.test.ts.txt",
  },
  edits: [
    {
      file: "src/resources/outbound-configs.ts",
      find: 'const kinds = ["pagerduty", "opsgenie", "servicenow", "slack", "teams", "email", "webhook"] as const;\n',
      put: `const kinds = [
  "pagerduty",
  "opsgenie",
  "servicenow",
  "slack",
  "teams",
  "google_chat",
  "email",
  "webhook",
] as const;
`,
    },
    {
      file: "src/resources/outbound-configs.ts",
      find: '  teams: "the URL of the workflow that takes webhook requests",\n',
      put: `  teams: "the URL of the workflow that takes webhook requests",
  google_chat: "the URL of the space's webhook",
`,
    },
    {
      file: "src/resources/outbound-configs.ts",
      find: '  teams: {\n    title: "Microsoft Teams",\n',
      put: `  google_chat: {
    title: "Google Chat",
    help: "Posts each alert in one space of Google Chat. In the space, add a webhook and copy its URL.",
    link: "https://developers.google.com/workspace/chat/quickstart/webhooks",
    fields: {
      secret: { title: "Webhook URL", help: secrets.google_chat, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  teams: {
    title: "Microsoft Teams",
`,
    },
    {
      file: "src/renderers/alerting/formats/index.ts",
      find: 'import { opsgenie } from "./opsgenie.ts";\n',
      put: 'import { google_chat } from "./google-chat.ts";\nimport { opsgenie } from "./opsgenie.ts";\n',
    },
    {
      file: "src/renderers/alerting/formats/index.ts",
      find: "  opsgenie,\n",
      put: "  google_chat,\n  opsgenie,\n",
    },
  ],
  tests: ["test/renderers/alerting/google-chat.test.ts"],
};
