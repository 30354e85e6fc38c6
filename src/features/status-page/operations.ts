/** What programs and people ask of a status page with a key: the page as it is, and how many subscribe. */
import { configurationOperation } from "../../engine/operation.ts";
import { boolean, integer, object, text } from "../../kernel/field.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { Make } from "./make.ts";
import type { SubscriberStore } from "./subscriber-store.ts";

export function getStatusPage({ publishedOf }: Pick<Make, "publishedOf">) {
  return configurationOperation({
    name: "get_status_page",
    level: "read",
    title: "Get the status page",
    description:
      "Everything that the status page shows now. Components with their days, incidents, and how it looks. `orgconfig status-page export` writes a site of it. 404 where no page is served: it needs enabled and a slug.",
    tag: "status_page",
    toolset: statusPageSettings.kind,
    method: "GET",
    path: "/api/v1/status_page",
    sessions: true,
    scans: "short",
    input: {},
    output: {
      slug: text({ description: "The page's name in its URL." }),
      closed: boolean({ description: "Whether visitors need a password." }),
      state: object({
        description: "What the page shows, as the program's pages are made of it.",
        fields: {},
        open: true,
      }),
    },
    async answer({ caller: { organization } }) {
      const page = await publishedOf(organization.id, "");
      if (page === undefined)
        throw new Refusal(
          "not_found",
          "No status page is served: set enabled and a slug in status_page_settings, and a password where its visibility asks for one.",
        );
      const { slug, sealedPassword, state } = page;
      return { slug, closed: sealedPassword !== null, state: state as unknown as JsonObject };
    },
  });
}

export function countSubscribers(subscribers: SubscriberStore) {
  return configurationOperation({
    name: "count_subscribers",
    level: "read",
    title: "Count subscribers",
    description:
      "How many subscribe to the status page. Confirmed, pending until they confirm, and suspended after five messages in a row that were turned down. Their addresses are shown to nobody.",
    tag: "status_page",
    toolset: statusPageSettings.kind,
    method: "GET",
    path: "/api/v1/status_page/subscribers",
    sessions: true,
    input: {},
    output: {
      confirmed: integer({ description: "Those who get messages.", min: 0 }),
      pending: integer({
        description: "Those who have not confirmed; they are forgotten after a week.",
        min: 0,
      }),
      suspended: integer({
        description: "Those who get no more, since their messages were turned down.",
        min: 0,
      }),
    },
    answer: ({ caller: { organization } }) => subscribers.counts(organization.id),
  });
}
