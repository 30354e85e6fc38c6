/**
 * Where a kind's own rules want more than its fields say. Each entry says why it is there, and
 * test/contract/samples.test.ts fails for one that nothing needs any more.
 */
import type { JsonObject } from "../../src/kernel/validate.ts";
import { secretMarker } from "./values.ts";

interface Repair {
  readonly reason: string;
  /** The members to put over the body; none where it is fine. */
  readonly repair: (body: JsonObject) => JsonObject;
}

export const repairs: Readonly<Record<string, Repair>> = {
  ai_providers: {
    reason: "providers without an address of their own need base_url",
    repair: ({ provider, base_url }) =>
      base_url === null && ["azure_openai", "ollama", "openai_compatible"].includes(String(provider))
        ? { base_url: "https://models.example.com" }
        : {},
  },
  change_notifications: {
    reason: "a channel needs its own target",
    repair: ({ channel, recipients, webhook_url, slack_webhook_url }) => ({
      ...(channel === "email" && (recipients as string[]).length === 0
        ? { recipients: ["a@example.com"] }
        : {}),
      ...(channel === "webhook" && webhook_url === null ? { webhook_url: "https://example.com/hook" } : {}),
      ...(channel === "slack" && slack_webhook_url === null ? { slack_webhook_url: secretMarker } : {}),
    }),
  },
  compliance_periods: {
    reason: "a period ends no earlier than it starts",
    repair: ({ starts_on, ends_on }) =>
      String(ends_on) < String(starts_on) ? { ends_on: starts_on as string } : {},
  },
  outbound_configs: {
    reason: "kinds that post need url, and email needs address",
    repair: ({ kind, url, address }) => ({
      ...(["webhook", "servicenow"].includes(String(kind)) && url === null
        ? { url: "https://example.com/in" }
        : {}),
      ...(kind === "email" && address === null ? { address: "a@example.com" } : {}),
    }),
  },
  slis: {
    reason: "ratio and threshold take different fields, and a ratio counts good or bad events",
    repair: ({ kind, name, good_query, bad_query, ...rest }) => {
      if (kind === "threshold") {
        return {
          ...{ good_query: null, bad_query: null, total_query: null },
          threshold_query: rest.threshold_query ?? "latency",
          threshold_op: rest.threshold_op ?? "lt",
          threshold_value: rest.threshold_value ?? 1,
        };
      }
      const events =
        (good_query ?? null) === null
          ? { good_query: null, bad_query: bad_query ?? "bad" }
          : { good_query, bad_query: null };
      // Of a sample, which has both, every other one keeps the bad events.
      const bad = good_query && bad_query && Number(/\d+/.exec(String(name))) % 4 > 1;
      return {
        ...{ threshold_query: null, threshold_op: null, threshold_value: null },
        ...(bad ? { good_query: null, bad_query } : events),
        total_query: rest.total_query ?? "total",
      } as JsonObject;
    },
  },
  slos: {
    reason: "a burn alert's short window is no longer than its long one",
    repair: ({ burn_alerts }) => ({
      burn_alerts: (burn_alerts as readonly { long_minutes: number; short_minutes: number }[]).map(
        (alert) => ({
          ...alert,
          long_minutes: Math.max(alert.long_minutes, alert.short_minutes),
        }),
      ),
    }),
  },
  status_page_incidents: {
    reason: "a maintenance ends no earlier than it begins",
    repair: ({ scheduled_for, scheduled_until }) =>
      scheduled_for !== null &&
      scheduled_until !== null &&
      Date.parse(String(scheduled_until)) < Date.parse(String(scheduled_for))
        ? { scheduled_until: scheduled_for as string }
        : {},
  },
  synthetic_checks: {
    reason: "what a target looks like follows from the kind of check",
    repair: ({ kind, target }) => {
      if (/^(https:|host|_dmarc)/.test(String(target))) return {};
      const number = /\d+/.exec(String(target))?.[0] ?? "0";
      const targets: Readonly<Record<string, string>> = {
        http: `https://example.com/${number}`,
        tcp: `host-${number}.example.com:5432`,
        dns: `_dmarc.host-${number}.example.com`,
        tls: `host-${number}.example.com:8443`,
      };
      return { target: targets[String(kind)] ?? "" };
    },
  },
};

interface Preparation {
  readonly reason: string;
  readonly prepare: (body: JsonObject, join: (email: string) => Promise<unknown>) => Promise<unknown>;
}

/** What has to be so before the body is sent. */
export const preparations: Readonly<Record<string, Preparation>> = {
  team_members: {
    reason: "only members of the organization can be in a team",
    prepare: ({ email }, join) => join(String(email)),
  },
};
