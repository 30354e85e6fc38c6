/** What the calls about rendering take and answer. */
import { boolean, choice, integer, list, object, text, timestamp } from "../../../kernel/field.ts";
import { waitingField } from "../range-queries/index.ts";

const anything = Number.MAX_SAFE_INTEGER;

const digest = text({
  description: "SHA-256 of the files' names and contents, in hexadecimal. It is the ETag too.",
  format: "sha256",
});

export const connectorId = text({ description: "The connector's id.", max: 255 });

export const versionInput = text({
  description:
    "A version of the engine, such as 0.27, in place of the connector's metadata.version or the one that its agent saw.",
  optional: true,
  format: "version",
});

export const contents = boolean({
  description:
    "Whether the answer holds what is in the files. An agent asks without, and reads each file by itself: they may be long.",
  default: true,
});

const enabled = boolean({
  description: "Whether the connection is used. An agent leaves the engine alone where it is not.",
  default: true,
});

/** Of a connector, wherever it is named. */
const engine = {
  name: text({ description: "The connector's name." }),
  connector_type: text({ description: "Which engine it is." }),
  enabled,
} as const;

export const fileName = text({ description: "The file's name.", max: 255 });

/** Of a refusal (../../renderers/renderer.ts). */
export const refusalFields = {
  resource: text({ description: "The row's kind." }),
  id: text({ description: "The row's id." }),
  field: text({ description: "The field that the engine cannot take." }),
  message: text({ description: "Why the engine cannot take it, and what to do." }),
  min_version: text({
    description: "The first version of the engine that could express it.",
    optional: true,
  }),
} as const;

export const refusals = list({
  description:
    "Rows that this engine, or its version, cannot express. They stay valid, and are left out of the files whole.",
  max: anything,
  items: object({ description: "One row.", fields: refusalFields }),
});

/** Of a warning (../../renderers/renderer.ts). */
const warnings = list({
  description:
    "What is said of rows that engines take, and that do not do what they seem to, such as a burn alert that can never fire: each with what to write. Also of rows that no engine evaluates yet.",
  max: anything,
  items: object({
    description: "One of them.",
    fields: {
      resource: refusalFields.resource,
      id: refusalFields.id,
      field: text({ description: "The field that can be corrected." }),
      reason: text({ description: "Which rule found it, such as never_fires." }),
      message: text({ description: "What it does, and what to write." }),
    },
  }),
});

const said = {
  description:
    "What the agent said last; of several agents the one that is worst off. Null where none has said anything.",
  fields: {
    instance: text({ description: "The agent's name; null where it gave none.", nullable: true }),
    digest,
    at: timestamp({ description: "When it said so." }),
    ok: boolean({ description: "Whether the engine runs this rendering.", default: false }),
    message: text({ description: "What went wrong, or was noticed.", nullable: true }),
    running_digest: text({
      description: "The rendering that the engine runs: the last one that took. Null where none has.",
      nullable: true,
    }),
    running_since: timestamp({ description: "When the agent first said that of it.", nullable: true }),
    version: text({ description: "The engine's version, as the agent saw it.", nullable: true }),
    stale: boolean({
      description:
        "Whether that was more than 10 minutes ago, so that nobody knows what the engine does now. An agent reports every minute.",
      default: false,
    }),
  },
} as const;

const agents = list({
  description:
    "What each agent of the connector said last, in the order of their names. One that has not reported for a day is forgotten once another one reports.",
  max: anything,
  items: object({ ...said, description: "What one agent said last." }),
});

export const listOutput = {
  data: list({
    description: "The connectors that something is rendered for, by name.",
    max: anything,
    items: object({
      description: "What is rendered for one connector.",
      fields: {
        connector_id: connectorId,
        ...engine,
        brought_by: choice({
          description:
            "Who brings it to the engine: an agent next to the engine, or this service itself (metadata.run_in). Nobody, where the engine takes it over its API only and metadata.run_in is not service.",
          choices: ["agent", "service", "nobody"],
        }),
        digest,
        files: list({
          description: "The files.",
          max: anything,
          items: object({
            description: "One file.",
            fields: {
              name: fileName,
              bytes: integer({ description: "Its size.", min: 0, unit: "bytes" }),
            },
          }),
        }),
        refusals,
        whole_kinds: list({
          description: "Kinds of which the files hold every row that is enabled and not refused.",
          max: anything,
          items: text({ description: "The kind." }),
        }),
        applied: object({ ...said, nullable: true }),
        agents,
      },
    }),
  }),
  warnings,
} as const;

export const renderOutput = {
  connector: object({
    description: "Whom it is rendered for.",
    fields: {
      id: connectorId,
      ...engine,
      version: text({ description: "The version of the engine that it is rendered for." }),
    },
  }),
  digest,
  files: list({
    description: "The files.",
    max: anything,
    items: object({
      description: "One file.",
      fields: {
        name: fileName,
        content: text({
          description: "What is in it; left out where it was not asked for.",
          max: anything,
          multiline: true,
          optional: true,
        }),
      },
    }),
  }),
  refusals,
  evaluated: list({
    description:
      "The rows that the rules in the files are about: what the engine has found out of each is reported as its state.",
    max: anything,
    items: object({
      description: "The rows of one kind.",
      fields: {
        resource: text({ description: "The rows' kind." }),
        ids: list({
          description: "Their ids.",
          max: anything,
          items: text({ description: "A row's id." }),
        }),
        every_seconds: integer({
          description:
            "How often their rules are evaluated: the rules of checks as often as they are probed.",
          min: 1,
          unit: "seconds",
        }),
      },
    }),
  }),
  data_sources: list({
    description:
      "The ids of the data sources whose SLOs this connector evaluates: what its engine answers shows their health.",
    max: anything,
    items: text({ description: "A data source's id." }),
  }),
  queries: waitingField,
  alerts_wanted: boolean({
    description:
      "Whether the agent is to report now which alerts its engine has: one fires again that had just ended, or a mute has just ended.",
    optional: true,
  }),
  applied: object({ ...said, nullable: true }),
  agents,
} as const;

export const fileOutput = {
  content: text({ description: "What is in the file.", max: anything, multiline: true }),
} as const;

export const discoveryOutput = {
  targets: list({
    description: "Groups of targets, as Prometheus takes them from http_sd.",
    max: anything,
    items: object({ description: "One group: targets, and their labels.", fields: {}, open: true }),
  }),
} as const;

export const acknowledgeInput = {
  connector_id: connectorId,
  digest: { ...digest, description: "The digest of the rendering that this is about." },
  ok: boolean({ description: "Whether the engine runs it now." }),
  degraded: boolean({
    description: "Whether the engine runs it and cannot evaluate all of it; message says what.",
    default: false,
  }),
  message: text({
    description: "What went wrong, or is worth knowing, in a sentence of at most 300 characters.",
    nullable: true,
    sanitised: true,
  }),
  version: text({
    description: "The engine's version, such as 2.42.0, where it can be seen.",
    optional: true,
    nullable: true,
    format: "version",
  }),
  instance: text({
    description:
      "Which of the connector's agents it is, by a name that stays: needed where there are several, such as one next to each Alertmanager of a pair.",
    max: 100,
    nullable: true,
  }),
  lost: choice({
    description:
      "What measures nothing any more: engine, which does not answer, or answers (ok is true) and evaluates no rules, or probes, of which none comes in any more. After a minute the alert MissingData is raised, once for all that depends on it.",
    choices: ["engine", "probes"],
    nullable: true,
  }),
  every_seconds: integer({
    description:
      "How often the agent acknowledges: one that is silent for a minute longer is missed. Null for one that runs now and then, which is missed after 10 minutes.",
    min: 1,
    max: 86_400,
    unit: "seconds",
    nullable: true,
  }),
  leaving: boolean({
    description:
      "Whether the agent ends now. The next agent that reports for the connector takes its place; until then nobody reports.",
    default: false,
  }),
} as const;

export const acknowledgeOutput = {
  connector_id: connectorId,
  applied: object(said),
} as const;
