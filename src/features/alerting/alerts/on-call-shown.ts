/** What answers show of messages to rotas: who got each, or why nobody did. */
import { choice, list, object, text, timestamp } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { mostOnCall, type OnCallRecord } from "./on-call-store.ts";
import type { AlertingRows } from "./rows.ts";

const anything = Number.MAX_SAFE_INTEGER;

export const onCallField = list({
  description: `To whom messages to rotas went, in order: the newest ${mostOnCall}.`,
  max: mostOnCall,
  items: object({
    description: "A message to a rota.",
    fields: {
      at: timestamp({ description: "When it was sent." }),
      by: text({ description: "The id of the route, heartbeat or rule that sent it.", max: anything }),
      rota_id: text({ description: "The rota's id.", max: anything }),
      rota: text({ description: "What it was called.", max: anything }),
      role: text({ description: "The role that was asked for.", max: 64 }),
      outcome: choice({
        description:
          "role: who had it got the message. next_role: who had another role. fallback: nobody was on call, and the rota's fallback got it. nobody: it reached nobody.",
        choices: ["role", "next_role", "fallback", "nobody"],
      }),
      answered: text({
        description: "The role whose people got it; null for none.",
        max: 64,
        nullable: true,
      }),
      receivers: list({
        description: "Who got it: addresses, or the fallback's name.",
        max: anything,
        items: text({ description: "One of them.", max: anything }),
      }),
      reason: text({ description: "Why, without a full stop.", max: anything }),
    },
  }),
});

export function shownOnCall(one: OnCallRecord, { targets }: Pick<AlertingRows, "targets">): JsonObject {
  const { at, senderId, rotaId, rotaName, role, outcome, answered, receivers, reason } = one;
  return {
    ...{
      at: at.toISOString(),
      by: senderId,
      rota_id: rotaId,
      rota: rotaName,
      role,
      outcome,
      answered,
      reason,
    },
    receivers: receivers.map((receiver) => targets.get(receiver)?.configuration.name ?? receiver),
  };
}
