/** What a key looks like in calls. */
import { keyVerbs, scopes } from "../../../kernel/access.ts";
import { boolean, choice, integer, list, object, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { endInput, idField, prefixField, when, whenever } from "./shapes.ts";
import type { StoredKey } from "./store.ts";

const scopeList = list({
  description:
    "What it may do. api:config_read stands alone; engine:agent and engine:intake go with each other only, and need connector_id; the others go together.",
  items: choice({ description: "A scope.", choices: scopes }),
  min: 1,
  max: scopes.length,
});

/** At most so many services or addresses in one limit. */
const mostNamed = 100;

/** What a key is narrowed to: each only takes away from its scopes, and null is no limit. @param kinds all that there are */
function limitFields(kinds: readonly string[]) {
  const limit = { nullable: true, default: null, min: 1 } as const;
  return {
    kinds: list({
      ...limit,
      description:
        "The kinds whose rows it may reach; null: all. What is about no single kind is left out too, but for whoami, plans and the export, which show these kinds.",
      items: choice({ description: "A kind.", choices: kinds }),
      max: kinds.length,
    }),
    verbs: list({
      ...limit,
      description:
        "What it may do with rows, as far as its scopes go; operate is all that changes something and is no verb of a kind, such as acknowledging an alert. Null: all.",
      items: choice({ description: "A verb.", choices: keyVerbs }),
      max: keyVerbs.length,
    }),
    services: list({
      ...limit,
      description:
        "It reaches only rows that name one of these services, and no other. Kinds that name no service are left out. Null: all.",
      items: text({ description: "A service's name.", max: 255 }),
      max: mostNamed,
    }),
    team_id: text({
      description:
        "It reaches only this team, its members, and rows that are owned by it. Kinds that no team owns are left out. Null: all.",
      nullable: true,
      default: null,
      max: 255,
    }),
    addresses: list({
      ...limit,
      description:
        "The only addresses that it works from, as ranges such as 192.0.2.0/24; the organization's ip_allowlist holds as well. Null: all.",
      items: text({ description: "An address range.", format: "cidr", max: 64 }),
      max: mostNamed,
    }),
  } as const;
}

const ask = boolean({
  description:
    "Whether REST asks it before something grave is done, as MCP and the console ask everybody: 409 with the reason confirm, and the same call with ?confirm=true does it.",
  default: false,
});

const proposeOnly = boolean({
  description:
    "Whether it may read and propose, and nothing else, whatever its scopes: for a program that is not to be trusted with more, such as a model.",
  default: false,
});

export type KeyShapes = ReturnType<typeof keyShapes>;

/** @param kinds all that there are */
export function keyShapes(kinds: readonly string[]) {
  const input = {
    name: text({ description: "What it is for; each job should have its own key.", max: 255, oneLine: true }),
    scopes: scopeList,
    connector_id: text({
      description:
        "The connector whose agent (engine:agent) or engine (engine:intake) the key is for: it can make their calls about this connector, and no others. Null for every other key.",
      nullable: true,
      max: 255,
    }),
    ...limitFields(kinds),
    ask,
    propose_only: proposeOnly,
    expires_at: endInput,
  } as const;
  const fields = {
    id: idField,
    name: input.name,
    scopes: scopeList,
    connector_id: input.connector_id,
    ...limitFields(kinds),
    ask,
    propose_only: proposeOnly,
    prefix: prefixField,
    created_by: text({ description: "Who made it." }),
    created_at: when("When it was made."),
    expires_at: whenever("When it stops working; null: never."),
    last_used_at: whenever("When it was last used, to the minute."),
    last_used_address: text({
      description:
        "The address that it was last used from, as of last_used_at; null where that is not known.",
      nullable: true,
    }),
  } as const;
  const value = text({ description: "The value, for the header Authorization: Bearer." });
  return {
    input,
    key: object({ description: "An API key, without its value.", fields }),
    made: object({
      description: "The new API key; its value is in this answer and nowhere else.",
      fields: { ...fields, key: value },
    }),
    rotation: {
      overlap_minutes: integer({
        description:
          "How many minutes the key goes on next to its successor, unless it ends before; 0: it ends at once.",
        default: 60,
        min: 0,
        max: maxOverlapMinutes,
      }),
    },
    rotated: object({
      description: "The successor; its value is in this answer and nowhere else.",
      fields: {
        ...fields,
        key: value,
        replaces: object({
          description: "The key that it takes the place of.",
          fields: { id: idField, expires_at: when("When that one stops working.") },
        }),
      },
    }),
  };
}

/** 30 days. */
const maxOverlapMinutes = 43_200;

export function renderKey(key: StoredKey): JsonObject {
  const {
    id,
    name,
    scopes,
    prefix,
    kinds,
    verbs,
    services,
    addresses,
    ask,
    proposeOnly,
    expiresAt,
    lastUsedAt,
  } = key;
  return {
    id,
    name,
    scopes,
    connector_id: key.connectorId,
    kinds,
    verbs,
    services,
    team_id: key.teamId,
    addresses,
    ask,
    propose_only: proposeOnly,
    prefix,
    created_by: key.createdBy,
    created_at: key.createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    last_used_address: key.lastUsedAddress,
  };
}
