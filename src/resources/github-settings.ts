import { defineSetting } from "../kernel/define-kind.ts";
import { choice, list, secret, text } from "../kernel/field.ts";

export const githubSettings = defineSetting({
  kind: "github_settings",
  title: "GitHub",
  group: "Integrations",
  description:
    "These settings name the GitHub app that the service reads code and opens pull requests with, and the repositories it may touch.",
  level: "admin",
  fields: {
    base_url: text({
      description: "Where GitHub's API is reached; change it for GitHub Enterprise Server.",
      format: "url",
      min: 1,
      default: "https://api.github.com",
    }),
    app_id: text({ description: "The app's id.", nullable: true }),
    installation_id: text({
      description: "The id of the app's installation in the organization's account.",
      nullable: true,
    }),
    repository_selection: choice({
      description:
        "Whether the service may touch all repositories of the installation or only the selected ones.",
      choices: ["all", "selected"],
      default: "all",
    }),
    repositories: list({
      description: "The repositories that count while repository_selection is selected.",
      onlyFor: { field: "repository_selection", values: ["selected"] },
      items: text({ description: "A repository, written owner/name.", format: "repository" }),
    }),
    // An RSA key in PEM form outgrows the usual bound of a text.
    private_key: secret({
      description: "The app's private key, in PEM form.",
      max: 10_000,
      section: "Access",
    }),
    webhook_secret: secret({ description: "What GitHub's webhooks are verified with.", section: "Access" }),
  },
  example: {
    app_id: "12345",
    installation_id: "67890",
    repository_selection: "selected",
    repositories: ["acme/checkout"],
    private_key: "<the app's private key, in PEM form>",
  },
});
