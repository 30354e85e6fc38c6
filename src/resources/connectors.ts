import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, map, secret, text } from "../kernel/field.ts";
import { configByType, connectorTypeNames, connectorVariants, metadataByType } from "./connector-types.ts";
import { healthFields, nameField } from "./parts.ts";

export const connectors = defineCollection({
  kind: "connectors",
  notifies: ["delete"],
  asks: true,
  title: "Connectors",
  group: "Integrations",
  description:
    "A connector is a connection to infrastructure that the organization runs or rents: a cloud account, a cluster, an observability vendor. It keeps the credentials, and shows the health of the connection.",
  level: "admin",
  idPrefix: "conn",
  naturalKey: ["name"],
  listColumns: ["name", "health_status", "enabled", "type", "connector_type", "last_success_at"],
  fields: {
    name: nameField(),
    type: choice({
      description: "What sort of system it connects to.",
      choices: ["cloud", "observability", "source_control", "ticketing", "chat", "paging", "custom"],
    }),
    connector_type: text({
      description:
        "Which system exactly, in lower snake case. Of the known ones the service says what config and metadata take; any other name is fine too.",
      format: "snake",
      suggested: connectorTypeNames,
      variants: connectorVariants,
      fixed: true,
    }),
    enabled: boolean({ description: "Whether the connection is used.", default: true, switch: true }),
    config: secret({
      description:
        "The credentials and settings that the connection is made with, in the form that its connector_type takes.",
      shape: "object",
      // Of the rest, the address stands in config itself.
      sentTo: "metadata.smtp_smarthost",
      membersBy: configByType,
    }),
    metadata: map({
      description: "Notes on the connection that are no secret, such as an account's name or an owner.",
      membersBy: metadataByType,
    }),
    ...healthFields,
  },
  example: {
    name: "AWS production",
    type: "cloud",
    connector_type: "aws",
    config: { role_arn: "arn:aws:iam::123456789012:role/orgconfig" },
    metadata: { account: "production" },
  },
  exampleState: { health_status: "healthy", last_success_at: "2026-03-10T09:00:00.000Z" },
});
