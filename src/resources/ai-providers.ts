import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, secret, text } from "../kernel/field.ts";
import { nameField } from "./parts.ts";

/** Providers that have no address of their own: somebody has to say where they run. */
const addressless: readonly string[] = ["azure_openai", "ollama", "openai_compatible"];

export const aiProviders = defineCollection({
  kind: "ai_providers",
  title: "AI providers",
  group: "AI",
  description:
    "An AI provider is a model that the organization's AI work may run on, with the credential to call it. One provider may be the default for work that names none.",
  level: "admin",
  idPrefix: "aip",
  naturalKey: ["name"],
  listColumns: ["name", "enabled", "provider", "model", "is_default"],
  oneDefault: { field: "is_default", per: [] },
  fields: {
    name: nameField(),
    provider: choice({
      description: "The API that the model is called through; it decides which of the other fields are used.",
      choices: [
        "openai",
        "azure_openai",
        "anthropic",
        "google",
        "bedrock",
        "mistral",
        "groq",
        "ollama",
        "openai_compatible",
      ],
      fixed: true,
    }),
    model: text({ description: "The model, or on Azure the deployment, by the provider's own name for it." }),
    base_url: text({
      description:
        "Where the provider is reached; null uses its public address. Required for azure_openai, ollama and openai_compatible, which have none.",
      format: "url",
      min: 1,
      nullable: true,
    }),
    api_version: text({
      description: "The version of the provider's API, where it needs one, as azure_openai does.",
      nullable: true,
      onlyFor: { field: "provider", values: ["azure_openai", "openai_compatible"] },
    }),
    region: text({
      description: "The provider's region, where it needs one, as bedrock does.",
      nullable: true,
      onlyFor: { field: "provider", values: ["bedrock", "google"] },
    }),
    enabled: boolean({ description: "Whether AI work may call it.", default: true, switch: true }),
    is_default: boolean({
      description:
        "Whether it is used for work that names no provider. Setting it replaces the previous default.",
      default: false,
    }),
    api_key: secret({ description: "The key that the provider is called with.", section: "Access" }),
  },
  example: {
    name: "OpenAI",
    provider: "openai",
    model: "gpt-5",
    is_default: true,
    api_key: "<the key that OpenAI gave out>",
  },
  check({ configuration: { provider, base_url } }) {
    if (base_url !== null || !addressless.includes(provider)) return [];
    return [
      { field: "base_url", message: `is required for ${provider}: write the URL that it is reached at` },
    ];
  },
});
