/**
 * What an Alertmanager's API (version 2, openapi.yaml of prometheus/alertmanager) has of silences and alerts, for the
 * service, and what the service wants changed there.
 */
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import type { AlertSide, EngineAlert, EngineSilence, WantedSilence } from "../alert-side.ts";
import { EngineProblem } from "../engine.ts";
import type { EngineHttp } from "./http.ts";

/** @param prefix what stands before /api/v2, such as /alertmanager in a Mimir */
export function createAlertSide(http: EngineHttp, prefix = ""): AlertSide {
  const path = `${prefix}/api/v2`;

  async function list(name: string): Promise<readonly JsonObject[]> {
    const found: unknown = await http.json(`${path}/${name}`);
    if (Array.isArray(found) && found.every(isObject)) return found as JsonObject[];
    throw new EngineProblem(`the engine answered no list to GET ${path}/${name}`);
  }

  return {
    silences: async () => (await list("silences")).map(silenceOf),
    async silence(wanted) {
      const text = JSON.stringify(postable(wanted));
      await http.request("POST", `${path}/silences`, { type: "application/json", text });
    },
    async expire(id) {
      await http.request("DELETE", `${path}/silence/${encodeURIComponent(id)}`);
    },
    async send({ labels, annotations, starts_at, ends_at, generator_url }) {
      const alert = {
        labels,
        annotations,
        startsAt: starts_at,
        endsAt: ends_at,
        generatorURL: generator_url,
      };
      await http.request("POST", `${path}/alerts`, {
        type: "application/json",
        text: JSON.stringify([alert]),
      });
    },
    started: async () => String((await http.json(`${path}/status`)).uptime),
    alerts: async () => (await list("alerts")).map(alertOf),
  };
}

function silenceOf(silence: JsonObject): EngineSilence {
  const { id, status, matchers, createdBy, comment, startsAt, endsAt } = silence;
  return {
    id: String(id),
    state: String(isObject(status) ? status.state : status),
    matchers: objectsOf(matchers).map(({ name, value, isRegex, isEqual }) => ({
      name: textOf(name),
      value: textOf(value),
      is_regex: isRegex === true,
      // Before 0.22 there were no others.
      is_equal: isEqual !== false,
    })),
    created_by: textOf(createdBy ?? ""),
    comment: textOf(comment ?? ""),
    starts_at: String(startsAt),
    ends_at: String(endsAt),
  };
}

function postable({ matchers, starts_at, ends_at, created_by, comment }: WantedSilence): JsonObject {
  return {
    matchers: matchers.map(({ name, value, is_regex, is_equal }) => ({
      name,
      value,
      isRegex: is_regex,
      isEqual: is_equal,
    })),
    startsAt: starts_at,
    endsAt: ends_at,
    createdBy: created_by,
    comment,
  };
}

function alertOf(alert: JsonObject): EngineAlert {
  const { fingerprint, status, startsAt, labels, annotations, generatorURL, receivers } = alert;
  const state = String(isObject(status) ? status.state : "active");
  const known = {
    fingerprint: String(fingerprint),
    state,
    started_at: String(startsAt),
    receivers: objectsOf(receivers).map(({ name }) => String(name)),
    // Also of what is silenced: it is a signal for heartbeats all the same.
    labels: isObject(labels) ? labels : {},
  };
  if (state !== "active") return known;
  return {
    ...known,
    annotations: isObject(annotations) ? annotations : {},
    generator_url: String(generatorURL ?? ""),
  };
}

/** As the service takes texts, which have no NUL. */
function textOf(value: unknown): string {
  return String(value).replaceAll("\0", "\uFFFD");
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
