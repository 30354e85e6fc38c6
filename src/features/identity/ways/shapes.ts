/** What the calls about ways take and answer. */
import { boolean, choice, integer, list, object, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { WayKind } from "../../../transports/reach.ts";
import { idField, whenever } from "../accounts/index.ts";
import { hintOf, type StoredAddress } from "./address.ts";
import { ownMailId, ownMailName } from "./deps.ts";
import type { StoredWay } from "./store.ts";

export const wayKinds = ["mail", "push", "ntfy", "sms", "call"] as const satisfies readonly WayKind[];

const kindField = choice({
  description:
    "mail: another address. push: a browser or an installed console. ntfy: a topic on a server of ntfy. sms, call: a phone.",
  choices: wayKinds,
});
const nameField = text({
  description: "What to call it, such as the phone that it is.",
  max: 100,
  oneLine: true,
});
const verifiedField = boolean({
  description: "Whether a code that was sent there came back. Only then pages go there.",
});

/** What a way that is added is made of. */
export const newWay = {
  kind: kindField,
  name: nameField,
  email: text({ description: "Of kind mail: the address.", max: 254, nullable: true }),
  subscription: object({
    description: "Of kind push: the browser's subscription, as PushSubscription.toJSON() has it.",
    nullable: true,
    open: true,
    fields: {
      endpoint: text({ description: "Where its push service takes messages (RFC 8030).", max: 2_000 }),
      keys: object({
        description: "What messages to it are encrypted with (RFC 8291), in base64url.",
        open: true,
        fields: {
          p256dh: text({ description: "Its public key.", max: 200 }),
          auth: text({ description: "Its secret.", max: 100 }),
        },
      }),
    },
  }),
  application_server_key: text({
    description:
      "Of kind push: the installation's key that the subscription was made with. Left out: the present one.",
    max: 200,
    nullable: true,
  }),
  url: text({
    description: "Of kind ntfy: the server and the topic, such as https://ntfy.example.com/ada-pages.",
    max: 2_000,
    nullable: true,
  }),
  token: text({ description: "Of kind ntfy: an access token of the server.", max: 500, nullable: true }),
  number: text({
    description: "Of kind sms or call: the number with its country, such as +49 151 23456789.",
    max: 50,
    nullable: true,
  }),
} as const;

const wayFields = { id: idField, kind: kindField, name: nameField, verified: verifiedField } as const;

const notSent = text({
  description: "Why the message could not be sent; null: the other side has taken it.",
  nullable: true,
});

export const addedWay = object({
  description: "The way, and what came of its code.",
  fields: { ...wayFields, not_sent: notSent },
});

export const verifiedWay = object({ description: "The way.", fields: { ...wayFields, not_sent: notSent } });

export const testedWay = object({
  description: "What came of the test.",
  fields: { id: idField, not_sent: notSent },
});

export const removedWays = object({
  description: "What was removed.",
  fields: { deleted: integer({ description: "How many ways." }) },
});

export const waysShape = object({
  description: "How the signed-in person is reached.",
  fields: {
    data: list({
      description: "The mail of the account first, then the others in the order in which they were added.",
      items: object({
        description: "One.",
        fields: {
          ...wayFields,
          leads_to: text({
            description:
              "Enough of its address to know it by; null where what is stored does not open any more.",
            nullable: true,
          }),
          created_at: whenever("When it was added; null: with the account."),
          taken_at: whenever("When the other side last took a message; null: never."),
          failed_at: whenever("When a message last failed; null: none has since one was taken."),
          failure: text({ description: "Why it failed.", nullable: true }),
          answered_at: whenever("When it last answered: by its code, or by an acknowledgement."),
          concern: choice({
            description:
              "What is wrong with it. silent: a device that has not answered for 30 days; test it. failing: the last message failed.",
            choices: ["silent", "failing"],
            nullable: true,
          }),
        },
      }),
      max: 1_000,
    }),
    application_server_key: text({
      description: "What a browser subscribes to pushes with (applicationServerKey), in base64url.",
    }),
    kinds: list({ description: "The kinds that this installation can send by.", items: kindField }),
  },
});

const stepField = list({
  description: "Which ways, and how many seconds after the beginning each. Empty: the default.",
  items: object({
    description: "One step.",
    fields: {
      way_id: text({
        description: "A verified way of the person's own; way_mail is the mail of the account.",
        max: 100,
      }),
      after_seconds: integer({
        description: "How long after the beginning.",
        min: 0,
        max: 3_600,
        unit: "seconds",
      }),
    },
  }),
  max: 20,
});

export const stepFields = { page: stepField, other: stepField } as const;

export const stepsShape = object({
  description: "By which ways the person is reached, one after the other.",
  fields: {
    ...stepFields,
    defaults: list({
      description:
        "The urgencies without steps of their own. A page then goes by all verified ways at once, and anything else by the mail of the account.",
      items: choice({ description: "An urgency.", choices: ["page", "other"] }),
    }),
  },
});

/** A device that did not answer for so long may be in a drawer. */
const silentMs = 30 * 86_400_000;

export function shownWay({ id, kind, name, verifiedAt }: StoredWay): JsonObject {
  return { id, kind, name, verified: verifiedAt !== null };
}

export function listedWay(way: StoredWay, address: StoredAddress | undefined, now: Date): JsonObject {
  const { createdAt, takenAt, failedAt, failure, answeredAt } = way;
  return {
    ...shownWay(way),
    leads_to: address === undefined ? null : hintOf(address),
    created_at: createdAt.toISOString(),
    taken_at: takenAt?.toISOString() ?? null,
    failed_at: failedAt?.toISOString() ?? null,
    failure,
    answered_at: answeredAt?.toISOString() ?? null,
    concern: concernOf(way, now),
  };
}

export function listedMail(email: string): JsonObject {
  return {
    ...{ id: ownMailId, kind: "mail", name: ownMailName, verified: true, leads_to: email },
    ...{ created_at: null, taken_at: null, failed_at: null, failure: null, answered_at: null, concern: null },
  };
}

function concernOf({ kind, verifiedAt, failedAt, answeredAt }: StoredWay, now: Date): string | null {
  if (verifiedAt === null) return null;
  if (failedAt !== null) return "failing";
  const last = answeredAt ?? verifiedAt;
  return kind === "push" && last.getTime() < now.getTime() - silentMs ? "silent" : null;
}
