/** What a message about alerts holds for each channel. */
import { given } from "../../../kernel/given.ts";
import { alertMail } from "../../../renderers/alerting/formats/mail.ts";
import { pageMessage } from "../../../renderers/alerting/formats/page.ts";
import type { Channel, NewDelivery } from "../delivery/index.ts";
import type { PageOrder } from "./shapes.ts";

export function payloadFor(
  channel: Channel,
  { message, why, chart }: Pick<PageOrder, "message" | "why"> & Partial<Pick<PageOrder, "chart">>,
  now: Date,
): NewDelivery["payload"] {
  if (channel === "email") return alertMail(message, { ...why, chart });
  if (channel === "page") return { type: "page", message: pageMessage(message), page: null };
  return { type: "alert", at: now.toISOString(), message, ...given({ chart }) };
}
