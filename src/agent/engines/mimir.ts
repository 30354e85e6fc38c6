/**
 * A ruler that takes rules over the API of Mimir, which Cortex, Loki and Grafana from 12 on have too, each below a
 * prefix of its own (grafana.com/docs/mimir/latest/references/http-api, "Ruler"). Each rendered file is a namespace
 * whose name begins with the connector's; namespaces of others are never touched. One group is written at a time, so
 * that a failure half-way leaves some old and some new ones: then what was there before is put back.
 */
import { createHash } from "node:crypto";
import { oneLine } from "../../kernel/one-line.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Engine, EngineAway, EngineProblem, type Render } from "../agent.ts";
import { oncePerRendering, readFiles, wholeText } from "../contents.ts";
import { createFigures } from "./figures.ts";
import { type Groups, groupText, meaningOf, readGroups } from "./group-yaml.ts";
import type { EngineHttp } from "./http.ts";
import { isRuleFile, ruleFileEnd } from "./rule-groups.ts";

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
const longestMessage = 300;
/** Most characters of a list that are read: the rules of 1,000 SLOs have about nine million. */
const longestList = 16 * 2 ** 20;

export function createMimir(options: MimirOptions): Engine {
  const { http, figures, connectorId, now = () => performance.now() } = options;
  const ruler = createRuler(http, `orgconfig-${connectorId}-`);
  const wantedOf = oncePerRendering(ruler.groupsOf);
  /** What a failed attempt could not put back yet. */
  let owed: Groups | undefined;
  /** The hash of the list that was last seen to hold the rendering: the list itself is long. */
  let seen: { readonly digest: string; readonly list: string; readonly at: number } | undefined;

  async function putBack(before: Groups, problem: EngineProblem): Promise<never> {
    owed = before;
    try {
      await ruler.bring(before);
      owed = undefined;
    } catch (error) {
      if (!(error instanceof EngineProblem)) throw error;
      const message = `half of it is written, and what was there could not be put back yet: ${problem.message}`;
      throw new EngineProblem(oneLine(message, longestMessage), problem.kind);
    }
    throw problem;
  }

  return {
    async apply(render) {
      const groups = await wantedOf(render);
      const before = owed ?? (await ruler.list()).groups;
      seen = undefined;
      let begun = false;
      try {
        await ruler.bring(groups, () => {
          begun = true;
        });
        owed = undefined;
      } catch (error) {
        if (error instanceof EngineProblem && begun) await putBack(before, error);
        throw error;
      }
    },
    async verify(render) {
      const { digest } = render;
      if (seen?.digest === digest && now() - seen.at < compare_ms) return;
      const text = await ruler.listText();
      const list = createHash("sha256").update(text).digest("hex");
      if (seen?.digest !== digest || seen.list !== list) {
        const { gone, written } = differences(await ruler.ours(text), await wantedOf(render));
        const names = [...gone, ...written].map(({ name }) => name);
        if (names.length > 0)
          throw new EngineProblem(
            http.quote(`somebody changed groups of the ruler: ${names.join(", ")}`, longestMessage),
          );
      }
      seen = { digest, list, at: now() };
    },
    // A Mimir's version says nothing of the PromQL that it knows; rules are rendered for versions of Prometheus.
    version: async () => undefined,
    remark: () => nameOf(figures),
    readBack: createFigures(figures),
  };
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
function createRuler(http: EngineHttp, prefix: string) {
  async function listText(): Promise<string> {
    try {
      return (await http.ask("GET", rulesPath)).text;
    } catch (error) {
      if (!(error instanceof EngineProblem) || !/answered HTTP 404 /.test(error.message)) throw error;
      // Cortex, Loki and older Mimirs have no empty list.
      if (error.message.includes("no rule groups found")) return "";
      throw new EngineProblem(
        "the engine has no ruler's API at config.url of the connector: it ends with the prefix, such as /prometheus for Mimir or /api/prom for Cortex, and the ruler's API must be enabled",
        error.kind,
      );
    }
  }

  async function ours(text: string): Promise<Groups> {
    if (text.length > longestList)
      throw new EngineProblem(
        `the ruler lists more than ${longestList / 2 ** 20} MiB of groups, which are not read: give the connector a tenant of its own (config.tenant), or send fewer SLOs here`,
      );
    const all = await readGroups(text, "what the ruler lists");
    return new Map([...all].filter(([namespace]) => namespace.startsWith(prefix)));
  }

  async function list() {
    const text = await listText();
    return { text, groups: await ours(text) };
  }

  function pathOf(namespace: string, name?: string): string {
    const end = name === undefined ? "" : `/${encodeURIComponent(name)}`;
    return `${rulesPath}/${encodeURIComponent(namespace)}${end}`;
  }

  /** What is gone already, such as by another agent, is as good as deleted. */
  async function remove(path: string): Promise<void> {
    await http.ask("DELETE", path).catch((error: unknown) => {
      if (!(error instanceof EngineProblem) || !/answered HTTP 404 /.test(error.message)) throw error;
    });
  }

  async function write({ namespace, group }: Differences["written"][number]): Promise<void> {
    const body = { type: "application/yaml", text: groupText(group) };
    await http.ask("POST", pathOf(namespace), body).catch((error: unknown) => {
      throw error instanceof EngineProblem && !(error instanceof EngineAway) ? explained(error) : error;
    });
  }

  return {
    listText,
    ours,
    list,
    /** The groups that the files of a rendering hold. */
    async groupsOf(render: Render): Promise<Groups> {
      const found = new Map<string, ReadonlyMap<string, JsonObject>>();
      await readFiles(render, async (name, pieces) => {
        const text = await wholeText(pieces);
        if (!isRuleFile(name)) return;
        const groups = (await readGroups(text, name)).get("groups");
        if (groups !== undefined && groups.size > 0)
          found.set(`${prefix}${name.slice(0, -ruleFileEnd.length)}`, groups);
      });
      return found;
    },
    /**
     * Makes the ruler have these groups and no other ones in its namespaces. What goes is deleted first, because the
     * number of groups may be limited.
     * @param begins is called before the first change
     */
    async bring(wanted: Groups, begins?: () => void): Promise<void> {
      const { groups: there } = await list();
      const { gone, written } = differences(there, wanted);
      if (gone.length + written.length > 0) begins?.();
      for (const namespace of there.keys()) {
        if (!wanted.has(namespace)) await remove(pathOf(namespace));
      }
      for (const { namespace, name } of gone) {
        if (wanted.has(namespace)) await remove(pathOf(namespace, name));
      }
      for (const one of written) await write(one);
    },
  };
}

const limits: readonly { readonly said: RegExp; readonly wayOut: string }[] = [
  {
    said: /per-user rule groups limit \(limit: \d+ actual: \d+\) exceeded/,
    wayOut:
      "raise ruler_max_rule_groups_per_tenant of the tenant, which counts a group that is changed as one more, or send fewer SLOs here",
  },
  {
    said: /per-user rules per rule group limit \(limit: \d+ actual: \d+\) exceeded/,
    wayOut: "raise ruler_max_rules_per_rule_group of the tenant; a group has up to 20 rules",
  },
];

/** A limit of the tenant is the operator's to raise. */
function explained(problem: EngineProblem): EngineProblem {
  for (const { said, wayOut } of limits) {
    const found = said.exec(problem.message)?.[0];
    if (found !== undefined) return new EngineProblem(`the ruler says "${found}": ${wayOut}`);
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
