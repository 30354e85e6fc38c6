/** Whom a forecast names, with what becomes of what is sent to them. */
import { choice, integer, list, object, text } from "../../../kernel/field.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { wayKinds } from "../../identity/index.ts";
import { standingField } from "../delivery/index.ts";

const anything = Number.MAX_SAFE_INTEGER;

export const firstSeconds = "After how many seconds it is sent first";

export const recipientsField = list({
  description: "Who would be notified; nobody where a mute or an inhibition keeps it back.",
  max: anything,
  items: object({
    description: "One of them.",
    fields: {
      target: text({ description: "An outbound target's name, or an email address." }),
      kind: text({
        description: "The outbound target's kind; email for an address, page for a person on call.",
      }),
      by: choice({
        description: "The kind of the row that says so.",
        choices: [alertRoutes.kind, alertHeartbeats.kind, outboundRules.kind, notificationSettings.kind],
      }),
      name: text({ description: "That row's name." }),
      first_at_seconds: integer({ description: `${firstSeconds}.`, min: 0 }),
      delivery: {
        ...standingField,
        description: `${standingField.description} Of a page over all ways of the person.`,
      },
      ways: list({
        description: "Of a page, the kinds of ways by which it comes; else none.",
        max: anything,
        items: object({
          description: "A kind.",
          fields: {
            kind: choice({ description: "Its name.", choices: wayKinds }),
            delivery: standingField,
          },
        }),
      }),
    },
  }),
});
