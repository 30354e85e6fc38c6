/** Alertmanager's configuration, read as Alertmanager reads it. What it would refuse is refused. */
import { documentsOf, type SourceFile, type Value } from "../../../../kernel/document.ts";
import { type Fault, faultLine } from "../../../../kernel/fault.ts";
import type { Json } from "../../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../../kernel/validate.ts";
import { everyLabel } from "../../../../renderers/alerting/grouping.ts";
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import { durationMs, isDuration } from "../../../../renderers/prometheus/duration.ts";
import { quoted } from "../quoted.ts";
import { mostBytes, WrongFiles } from "../source.ts";
import { loadProblems } from "./checks.ts";
import { intervalOf, UnreadableInterval } from "./intervals.ts";
import { matchersInMap, matchersInText, matchersInTriples, UnreadableMatcher } from "./matchers.ts";
import type { Config, Inhibition, NamedInterval, Route, Timing } from "./shapes.ts";
import { constantsIn } from "./templates.ts";

/** Beyond these it is no configuration that somebody wrote. */
export const bounds = { bytes: mostBytes, routes: 5_000, receivers: 1_000 } as const;

/** Alertmanager's own (dispatch/route.go, `DefaultRouteOpts`). */
const usualTiming: Timing = { group_wait: 30_000, group_interval: 300_000, repeat_interval: 14_400_000 };

/**
 * One configuration, and the files of its templates.
 * @throws WrongFiles
 */
export function readConfig(files: readonly SourceFile[]): Config {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > bounds.bytes)
    throw new WrongFiles([`the files have ${bytes} bytes; at most ${bounds.bytes} are read`]);
  const templates = files.filter(({ name, text }) => /\.(tmpl|tpl)$/i.test(name) || /^\s*\{\{/.test(text));
  const found = together(files.filter((file) => !templates.includes(file)).flatMap(documentsIn));
  const [document, ...more] = found.filter(({ value }) => isConfiguration(value));
  if (document === undefined)
    throw new WrongFiles([
      `${files[0]?.name ?? "the files"}: is no configuration of Alertmanager, which has a route and receivers`,
    ]);
  if (more.length > 0)
    throw new WrongFiles([
      `${document.file} and ${more[0]?.file} are two configurations: give one at a time, each into an organization of its own`,
    ]);
  return new ConfigReader(document.file).read(document, [
    ...templates.map(({ text }) => text),
    ...document.templates,
  ]);
}

interface Found {
  readonly file: string;
  readonly value: JsonObject;
  readonly templates: readonly string[];
  /** Grafana keeps more with it than Alertmanager knows. */
  readonly ofGrafana?: true;
  /** It is what Grafana is provisioned with, as it stands in the file. */
  readonly provisions?: JsonObject;
}

/** What Grafana is provisioned with may stand in files of its own: they are one configuration. */
function together(found: readonly Found[]): readonly Found[] {
  const parts = found.flatMap(({ provisions }) => (provisions === undefined ? [] : [provisions]));
  const [first] = found.filter(({ provisions }) => provisions !== undefined);
  if (first === undefined) return found;
  const listed = (name: string) => parts.flatMap((part) => objectsOf(part[name]));
  const [policy = {}, ...others] = listed("policies");
  if (others.length > 0)
    throw new WrongFiles([
      `${first.file}: policies has ${others.length + 1} trees: give one organization of Grafana at a time, each into an organization of its own`,
    ]);
  const { orgId: _, ...route } = policy;
  const rest = Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  for (const name of ["apiVersion", "policies", "contactPoints", "muteTimes"]) delete rest[name];
  const value: JsonObject = {
    ...rest,
    route,
    receivers: listed("contactPoints").map(({ name = null, receivers = null, orgId: _own, ...more }) => ({
      ...more,
      name,
      grafana_managed_receiver_configs: receivers,
    })),
    time_intervals: listed("muteTimes"),
  };
  return [
    { file: first.file, value, templates: [], ofGrafana: true },
    ...found.filter((one) => !one.provisions),
  ];
}

function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((one: Json): one is JsonObject => isObject(one)) : [];
}

function documentsIn(file: SourceFile): Found[] {
  const faults: Fault[] = [];
  const values = documentsOf(file, faults);
  if (faults.length > 0) throw new WrongFiles(faults.map(faultLine));
  return values.flatMap((value): Found[] => {
    const json = plainOf(value, "");
    return isObject(json) ? unwrapped(file.name, json) : [];
  });
}

/** Mimir and Grafana keep the configuration as a text or an object in a member, Kubernetes as a text of a Secret. */
function unwrapped(file: string, json: JsonObject): Found[] {
  const { alertmanager_config: inner, template_files: files } = json;
  const templates = isObject(files) ? Object.values(files).map(String) : [];
  if (typeof inner === "string")
    return documentsIn({ name: `${file}: alertmanager_config`, text: inner }).map((one) => ({
      ...one,
      templates,
    }));
  if (isObject(inner)) return [{ file, value: inner, templates, ofGrafana: true }];
  if (["policies", "contactPoints", "muteTimes"].some((name) => Array.isArray(json[name])))
    return [{ file, value: json, templates: [], provisions: json }];
  if (json.kind === "Secret" || json.kind === "ConfigMap") return inObject(file, json);
  return [{ file, value: json, templates: [] }];
}

function inObject(file: string, { data, stringData }: JsonObject): Found[] {
  const plain = { ...(isObject(data) ? decoded(data) : {}), ...(isObject(stringData) ? stringData : {}) };
  const texts = Object.entries(plain).map(([name, text]) => [name, String(text)] as const);
  const templates = texts.filter(([name]) => /\.(tmpl|tpl)$/.test(name)).map(([, text]) => text);
  return texts
    .filter(([name]) => /\.ya?ml$/.test(name))
    .flatMap(([name, text]) => documentsIn({ name: `${file}: ${name}`, text }))
    .map((one) => ({ ...one, templates }));
}

/** A Secret has its texts in base64, a ConfigMap as they are. */
function decoded(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const text = String(value);
      const isBase64 = /^[A-Za-z0-9+/\s]+=*\s*$/.test(text);
      return [name, isBase64 ? Buffer.from(text, "base64").toString("utf8") : text];
    }),
  );
}

function isConfiguration({ route, receivers }: JsonObject): boolean {
  return isObject(route) || Array.isArray(receivers);
}

/** Of these Go takes every scalar for text. */
const textMaps = new Set([
  "match",
  "match_re",
  "source_match",
  "source_match_re",
  "target_match",
  "target_match_re",
]);

/** As Go reads it: any scalar can be a text, and only true and false are anything else where one is wanted. */
function plainOf(value: Value, name: string): Json {
  if (value.type === "list") return value.items.map((item) => plainOf(item, name));
  if (value.type === "object")
    return Object.fromEntries(
      [...value.members].map(([key, member]) => [
        key,
        textMaps.has(name) && member.value.type === "scalar" && member.value.scalar !== null
          ? member.value.written
          : plainOf(member.value, key),
      ]),
    );
  const { scalar, written } = value;
  if (scalar === null || typeof scalar === "boolean") return scalar;
  // YAML 1.1, which Alertmanager reads, has more words for them.
  if (flags.has(name) && /^(yes|on|y)$/i.test(written)) return true;
  if (flags.has(name) && /^(no|off|n)$/i.test(written)) return false;
  return typeof scalar === "number" ? written : scalar;
}

const flags = new Set(["continue", "send_resolved", "require_tls", "smtp_require_tls"]);

/** Members of a route. A mistyped one would make another route of it, and Alertmanager refuses it. */
const routeMembers = new Set([
  ...["receiver", "match", "match_re", "matchers", "object_matchers", "continue", "routes", "labels"],
  ...["group_by", "group_wait", "group_interval", "repeat_interval", "provenance", "version"],
  ...["mute_time_intervals", "mute_times", "active_time_intervals"],
]);
/** Members of the file that nothing is made of. */
const restMembers = new Set(["templates", "tracing"]);
const ruleMembers = new Set([
  ...["name", "equal", "source_match", "source_match_re", "source_matchers"],
  ...["target_match", "target_match_re", "target_matchers"],
]);

class ConfigReader {
  readonly #file: string;
  readonly #problems: string[] = [];
  #routes = 0;

  constructor(file: string) {
    this.#file = file;
  }

  read({ value, ofGrafana }: Found, templates: readonly string[]): Config {
    const { global, route, receivers, inhibit_rules, time_intervals, mute_time_intervals, ...rest } = value;
    const listed = this.#objects(receivers, "receivers");
    if (listed.length > bounds.receivers)
      this.#problem("receivers", `has ${listed.length} of them; at most ${bounds.receivers} are read`);
    const intervals = [
      ...this.#intervals(time_intervals, "time_intervals"),
      ...this.#intervals(mute_time_intervals, "mute_time_intervals"),
    ];
    const config: Config = {
      file: this.#file,
      global: isObject(global) ? global : {},
      root: this.#route(isObject(route) ? route : {}, "route", {
        receiver: "",
        groupBy: [],
        timing: usualTiming,
      }),
      receivers: listed.map(([receiver, address]) => ({
        name: textOf(receiver.name) ?? "",
        address,
        values: receiver,
      })),
      intervals: new Map(intervals.map((interval) => [interval.name, interval])),
      inhibitions: this.#objects(inhibit_rules, "inhibit_rules").map(([rule, address]) =>
        this.#inhibition(rule, address),
      ),
      constants: constantsIn(templates),
      rest,
    };
    for (const name of this.#problems.length === 0 && !ofGrafana ? Object.keys(rest) : [])
      if (!restMembers.has(name)) this.#problem(name, "is a name that Alertmanager does not know");
    if (this.#problems.length === 0)
      for (const { address, message } of loadProblems(config, intervals)) this.#problem(address, message);
    if (this.#problems.length > 0) throw new WrongFiles(this.#problems);
    return config;
  }

  #problem(address: string, message: string): void {
    this.#problems.push(`${this.#file}: ${address}: ${message}`);
  }

  #objects(value: Json | undefined, name: string): [JsonObject, string][] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) this.#problem(name, "is not a list");
    return (Array.isArray(value) ? value : []).flatMap((item: Json, index): [JsonObject, string][] => {
      const address = `${name}[${index}]`;
      if (isObject(item)) return [[item, address]];
      this.#problem(address, "is not an object");
      return [];
    });
  }

  #texts(value: Json | undefined, address: string): string[] {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value) && value.every((item: Json) => typeof item !== "object"))
      return value.map(String);
    this.#problem(address, "is not a list of texts");
    return [];
  }

  #route({ routes, ...values }: JsonObject, address: string, above: Inherited): Route {
    this.#routes += 1;
    if (this.#routes === bounds.routes + 1)
      this.#problem("route", `has more than ${bounds.routes} routes; no more are read`);
    this.#known(values, address, (name) => routeMembers.has(name));
    const groupBy = this.#texts(values.group_by, `${address}.group_by`);
    const own: Inherited = {
      receiver: textOf(values.receiver) ?? above.receiver,
      // An empty list says nothing, as before Alertmanager 0.31.
      groupBy: groupBy.length === 0 ? above.groupBy : groupBy.includes(everyLabel) ? [everyLabel] : groupBy,
      timing: { ...above.timing, ...this.#timing(values, address) },
    };
    const children = this.#routes > bounds.routes ? [] : this.#objects(routes, `${address}.routes`);
    return {
      ...own,
      address,
      matchers: this.#matchers(values, "", address),
      continues: values.continue === true,
      mutes: this.#texts(values.mute_time_intervals ?? values.mute_times, `${address}.mute_time_intervals`),
      actives: this.#texts(values.active_time_intervals, `${address}.active_time_intervals`),
      children: children.map(([child, place]) => this.#route(child, place, own)),
      values,
    };
  }

  #known(values: JsonObject, address: string, isKnown: (name: string) => boolean): void {
    for (const name of Object.keys(values))
      if (!isKnown(name)) this.#problem(address, `has ${quoted(name)}, which Alertmanager does not know`);
  }

  #timing(values: JsonObject, address: string): Partial<Timing> {
    const names = ["group_wait", "group_interval", "repeat_interval"] as const;
    return Object.fromEntries(
      names.flatMap((name): [string, number][] => {
        const text = textOf(values[name]);
        if (text === undefined) return [];
        if (isDuration(text) || text === "0") return [[name, durationMs(text)]];
        this.#problem(`${address}.${name}`, `${quoted(text)} is no duration, such as 30s or 4h`);
        return [];
      }),
    );
  }

  /** @param prefix such as `source_` */
  #matchers(values: JsonObject, prefix: string, address: string): Conjunction {
    try {
      return [
        ...matchersInMap(values[`${prefix}match`], "="),
        ...matchersInMap(values[`${prefix}match_re`], "=~"),
        ...this.#texts(values[`${prefix}matchers`], `${address}.${prefix}matchers`).flatMap(matchersInText),
        ...(prefix === "" ? matchersInTriples(values.object_matchers) : []),
      ];
    } catch (error) {
      if (!(error instanceof UnreadableMatcher)) throw error;
      this.#problem(`${address}.${prefix}matchers`, error.message);
      return [];
    }
  }

  #inhibition(rule: JsonObject, address: string): Inhibition {
    this.#known(rule, address, (name) => ruleMembers.has(name));
    return {
      address,
      name: textOf(rule.name),
      source: this.#matchers(rule, "source_", address),
      target: this.#matchers(rule, "target_", address),
      equal: this.#texts(rule.equal, `${address}.equal`),
    };
  }

  #intervals(value: Json | undefined, name: string): NamedInterval[] {
    return this.#objects(value, name).map(([interval, address]) => ({
      name: textOf(interval.name) ?? "",
      address,
      parts: this.#objects(interval.time_intervals, `${address}.time_intervals`).flatMap(([part, place]) => {
        try {
          return [intervalOf(part)];
        } catch (error) {
          if (!(error instanceof UnreadableInterval)) throw error;
          this.#problem(place, `the time interval ${quoted(textOf(interval.name) ?? "")} ${error.message}`);
          return [];
        }
      }),
    }));
  }
}

type Inherited = Pick<Route, "receiver" | "groupBy" | "timing">;

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
