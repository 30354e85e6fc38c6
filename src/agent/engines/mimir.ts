/**
 * A ruler that takes rules over the API of Mimir, which Cortex and Grafana from 12 on have too, each below a
 * prefix of its own (grafana.com/docs/mimir/latest/references/http-api, "Ruler"). Each rendered file is a namespace
 * whose name begins with the connector's; namespaces of others are never touched. One group is written at a time, so
 * that a failure half-way leaves some old and some new ones: then what was there before is put back.
 */
import { createHash } from "node:crypto";
import { oneLine } from "../../kernel/one-line.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { oncePerRendering, readFiles, wholeText } from "../contents.ts";
import { type Engine, EngineAway, EngineProblem, type Render } from "../engine.ts";
import { createFigures, createUnevaluated, createUnprobed } from "./figures.ts";
import { type Groups, groupText, meaningOf, readGroups } from "./group-yaml.ts";
import type { EngineHttp } from "./http.ts";
import { createRanges } from "./ranges.ts";
import { isRuleFile, ruleFileEnd } from "./rule-groups.ts";
import { createFaults } from "./rule-health.ts";

export interface MimirOptions {
  /** To the address with the prefix, such as /prometheus. */
  readonly http: EngineHttp;
  /** Where its data is asked for, below the same prefix or elsewhere. */
  readonly figures: EngineHttp;
  readonly connectorId: string;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

const rulesPath = "/config/v1/rules";
/** What is there is compared no more often: a list of many groups is long. */
const compare_ms = 60_000;
/** A rendering with too many groups is tried again after this: each attempt takes back what it began. */
const limited_ms = 600_000;
const longestMessage = 300;
/** Most characters of a list that are read: the rules of 1,000 SLOs have about nine million. */
const longestList = 16 * 2 ** 20;

export function createMimir(options: MimirOptions): Engine {
  const { http, figures, connectorId, now = () => performance.now() } = options;
  const rules = new MimirRules(http, connectorId, now);
  return {
    apply: (render) => rules.apply(render),
    verify: (render) => rules.verify(render),
    // A Mimir's version says nothing of the PromQL that it knows; rules are rendered for versions of Prometheus.
    version: async () => undefined,
    remark: () => nameOf(figures),
    faults: createFaults(figures),
    readBack: createFigures(figures),
    unevaluated: createUnevaluated(figures),
    unprobed: createUnprobed(figures),
    readRange: createRanges(figures),
  };
}

/** The rules of one connector in a tenant's ruler. */
class MimirRules {
  readonly #http: EngineHttp;
  readonly #ruler: Ruler;
  readonly #wantedOf: (render: Render) => Promise<Groups>;
  readonly #now: () => number;
  /** The tenant's limit of groups, as it was last met, and with which rendering. */
  #full: { readonly digest: string; readonly problem: GroupLimitProblem; readonly at: number } | undefined;
  /** What a failed attempt could not put back yet. */
  #owed: Groups | undefined;
  /** The hash of the list that was last seen to be the rendering: the list itself is long. */
  #seen: { readonly digest: string; readonly list: string; readonly at: number } | undefined;

  constructor(http: EngineHttp, connectorId: string, now: () => number) {
    this.#http = http;
    this.#ruler = new Ruler(http, `orgconfig-${connectorId}-`);
    this.#wantedOf = oncePerRendering((render) => this.#ruler.groupsOf(render));
    this.#now = now;
  }

  async apply(render: Render): Promise<void> {
    if (
      this.#full?.digest === render.digest &&
      this.#owed === undefined &&
      this.#now() - this.#full.at < limited_ms
    )
      throw this.#full.problem;
    const groups = await this.#wantedOf(render);
    const before = this.#owed ?? (await this.#ruler.list()).groups;
    this.#seen = undefined;
    let begun = false;
    try {
      await this.#ruler.bring(groups, {
        limit: this.#full?.problem.limit,
        begins() {
          begun = true;
        },
      });
      this.#owed = undefined;
      if (this.#full?.digest === render.digest) this.#full = undefined;
    } catch (error) {
      if (error instanceof GroupLimitProblem)
        this.#full = { digest: render.digest, problem: error, at: this.#now() };
      if (error instanceof EngineProblem && begun) await this.#putBack(before, error);
      throw error;
    }
  }

  async verify(render: Render): Promise<void> {
    const { digest } = render;
    if (this.#seen?.digest === digest && this.#now() - this.#seen.at < compare_ms) return;
    const text = await this.#ruler.listText();
    const list = createHash("sha256").update(text).digest("hex");
    if (this.#seen?.digest !== digest || this.#seen.list !== list) {
      const { gone, written } = differences(
        (await this.#ruler.partsOf(text)).groups,
        await this.#wantedOf(render),
      );
      const names = [...gone, ...written].map(({ name }) => name);
      if (names.length > 0)
        throw new EngineProblem(
          this.#http.quote(`somebody changed groups of the ruler: ${names.join(", ")}`, longestMessage),
        );
    }
    this.#seen = { digest, list, at: this.#now() };
  }

  async #putBack(before: Groups, problem: EngineProblem): Promise<never> {
    this.#owed = before;
    try {
      await this.#ruler.bring(before);
      this.#owed = undefined;
    } catch (error) {
      if (!(error instanceof EngineProblem)) throw error;
      const message = `only a part was written, and the previous rules could not be restored yet: ${problem.message}`;
      throw new EngineProblem(oneLine(message, longestMessage), problem.kind);
    }
    throw problem;
  }
}

interface Group {
  readonly namespace: string;
  readonly name: string;
}

interface Differences {
  /** Groups that are there and are not wanted. */
  readonly gone: readonly Group[];
  /** Groups to write: those that replace another one come first. */
  readonly written: readonly (Group & { readonly group: JsonObject })[];
}

function differences(there: Groups, wanted: Groups): Differences {
  const gone = [...there].flatMap(([namespace, groups]) =>
    [...groups.keys()]
      .filter((name) => wanted.get(namespace)?.has(name) !== true)
      .map((name) => ({ namespace, name })),
  );
  const written = [...wanted].flatMap(([namespace, groups]) =>
    [...groups].flatMap(([name, group]) => {
      const present = there.get(namespace)?.get(name);
      if (present !== undefined && meaningOf(present) === meaningOf(group)) return [];
      return [{ namespace, name, group, replaces: present !== undefined }];
    }),
  );
  return { gone, written: written.sort((a, b) => Number(b.replaces) - Number(a.replaces)) };
}

/** The part of a ruler that belongs to one connector: the namespaces whose names begin with a text. */
class Ruler {
  readonly #http: EngineHttp;
  readonly #prefix: string;

  constructor(http: EngineHttp, prefix: string) {
    this.#http = http;
    this.#prefix = prefix;
  }

  async listText(): Promise<string> {
    try {
      return (await this.#http.request("GET", rulesPath)).text;
    } catch (error) {
      if (!(error instanceof EngineProblem) || !/answered HTTP 404 /.test(error.message)) throw error;
      // Cortex and older Mimirs have no empty list.
      if (error.message.includes("no rule groups found")) return "";
      throw new EngineProblem(
        "the engine has no ruler's API at config.url of the connector: it ends with the prefix, such as /prometheus for Mimir or /api/prom for Cortex, and the ruler's API must be enabled",
        error.kind,
      );
    }
  }

  /** Our groups in a list, and how many others it has. */
  async partsOf(text: string): Promise<{ readonly groups: Groups; readonly others: number }> {
    if (text.length > longestList)
      throw new EngineProblem(
        `the ruler lists more than ${longestList / 2 ** 20} MiB of groups, which are not read: give the connector a tenant of its own (config.tenant), or send fewer SLOs here`,
      );
    const all = await readGroups(text, "what the ruler lists");
    const groups = new Map([...all].filter(([namespace]) => namespace.startsWith(this.#prefix)));
    return { groups, others: countOf(all) - countOf(groups) };
  }

  async list() {
    const text = await this.listText();
    return { text, ...(await this.partsOf(text)) };
  }

  #pathOf(namespace: string, name?: string): string {
    const end = name === undefined ? "" : `/${encodeURIComponent(name)}`;
    return `${rulesPath}/${encodeURIComponent(namespace)}${end}`;
  }

  /** It is no error where it is deleted already, such as by another agent. */
  async #remove(path: string): Promise<void> {
    await this.#http.request("DELETE", path).catch((error: unknown) => {
      if (!(error instanceof EngineProblem) || !/answered HTTP 404 /.test(error.message)) throw error;
    });
  }

  async #write({ namespace, group }: Differences["written"][number]): Promise<void> {
    const body = { type: "application/yaml", text: groupText(group) };
    await this.#http.request("POST", this.#pathOf(namespace), body).catch((error: unknown) => {
      throw error instanceof EngineProblem && !(error instanceof EngineAway) ? explained(error) : error;
    });
  }

  /** The groups that the files of a rendering hold. */
  async groupsOf(render: Render): Promise<Groups> {
    const found = new Map<string, ReadonlyMap<string, JsonObject>>();
    await readFiles(render, async (name, pieces) => {
      const text = await wholeText(pieces);
      // What the tenant's Alertmanager is given does not belong to the ruler.
      if (!isRuleFile(name)) return;
      const groups = (await readGroups(text, name)).get("groups");
      if (groups !== undefined && groups.size > 0)
        found.set(`${this.#prefix}${name.slice(0, -ruleFileEnd.length)}`, groups);
    });
    return found;
  }

  /**
   * Makes the ruler have these groups and no other ones in its namespaces. What goes is deleted first, because the
   * number of groups may be limited; but not where that would not make room enough, because a group that is put
   * back forgets how long its alerts have been waiting. Then what is new comes first, and is refused first.
   * @param options.limit how many groups the tenant may have, as far as that was learned
   * @param options.begins is called before the first change
   */
  async bring(
    wanted: Groups,
    { limit, begins }: { readonly limit?: number | undefined; readonly begins?: () => void } = {},
  ): Promise<void> {
    const { groups: there, others } = await this.list();
    const { gone, written } = differences(there, wanted);
    if (gone.length + written.length > 0) begins?.();
    const fits = limit === undefined || others + mostGroups(there, gone, written) <= limit;
    if (!fits) for (const one of written.toReversed()) await this.#write(one);
    for (const namespace of there.keys()) {
      if (!wanted.has(namespace)) await this.#remove(this.#pathOf(namespace));
    }
    for (const { namespace, name } of gone) {
      if (wanted.has(namespace)) await this.#remove(this.#pathOf(namespace, name));
    }
    if (fits) for (const one of written) await this.#write(one);
  }
}

function countOf(groups: Groups): number {
  return [...groups.values()].reduce((sum, { size }) => sum + size, 0);
}

/** How many groups of ours the ruler counts at most while it is brought: one that is replaced is one more meanwhile. */
function mostGroups(
  there: Groups,
  { length: gone }: Differences["gone"],
  written: Differences["written"],
): number {
  const left = countOf(there) - gone;
  const added = written.filter(({ namespace, name }) => there.get(namespace)?.has(name) !== true).length;
  return left + Math.max(added, added < written.length ? 1 : 0);
}

/** The tenant may not have so many groups. */
class GroupLimitProblem extends EngineProblem {
  readonly limit: number;
  constructor(message: string, limit: number) {
    super(message);
    this.limit = limit;
  }
}

const limits: readonly { readonly said: RegExp; readonly wayOut: string }[] = [
  {
    said: /per-user rule groups limit \(limit: (\d+) actual: \d+\) exceeded/,
    wayOut:
      "raise ruler_max_rule_groups_per_tenant of the tenant, which counts a group that is changed as one more, or send fewer SLOs here; it is tried again after 10 minutes",
  },
  {
    said: /per-user rules per rule group limit \(limit: \d+ actual: \d+\) exceeded/,
    wayOut: "raise ruler_max_rules_per_rule_group of the tenant; a group has up to 20 rules",
  },
];

/** A limit of the tenant is the operator's to raise. */
function explained(problem: EngineProblem): EngineProblem {
  for (const { said, wayOut } of limits) {
    const [found, groups] = said.exec(problem.message) ?? [];
    if (found === undefined) continue;
    const message = `the ruler says "${found}": ${wayOut}`;
    return groups === undefined ? new EngineProblem(message) : new GroupLimitProblem(message, Number(groups));
  }
  return problem;
}

/** What the engine calls itself, such as "Grafana Mimir 2.10.0"; undefined where it does not say. */
async function nameOf(http: EngineHttp): Promise<string | undefined> {
  const { data } = await http.json("/api/v1/status/buildinfo");
  const { application, version } = (data ?? {}) as { application?: unknown; version?: unknown };
  if (typeof application !== "string" || typeof version !== "string") return undefined;
  return http.quote(`${application} ${version}`, 100);
}
