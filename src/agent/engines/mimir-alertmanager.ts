/**
 * The Alertmanager of a tenant of Mimir, whose whole configuration is one document at its API
 * (grafana.com/docs/mimir/latest/references/http-api, "Alertmanager"). The first line of ours says whose it is: one that
 * somebody else wrote is neither replaced nor removed.
 */
import { parse, stringify } from "yaml";
import { intakeKeyMark } from "../../renderers/alertmanager/receivers.ts";
import { alertmanagerFile } from "../../renderers/named-files.ts";
import { oncePerRendering, ownTexts, readFiles, wholeText } from "../contents.ts";
import { type Engine, EngineProblem, type Render } from "../engine.ts";
import { longestPart, parsing } from "./group-yaml.ts";
import type { EngineHttp } from "./http.ts";

export interface MimirAlertmanagerOptions {
  /** To the address without the prefix of Prometheus' API; undefined where there is no such Alertmanager. */
  readonly http: EngineHttp | undefined;
  readonly connectorId: string;
  /** What the engine sends alerts with. */
  readonly intakeKey: string | undefined;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

const path = "/api/v1/alerts";
/** What is there is compared no more often. */
const compare_ms = 60_000;

export function createMimirAlertmanager(options: MimirAlertmanagerOptions): Pick<Engine, "apply" | "verify"> {
  const { http, connectorId, now = () => performance.now() } = options;
  const firstLine = `# Written by orgconfig for the connector ${connectorId}: change the alert routes there.\n`;
  const renderedOf = oncePerRendering(renderedFile);
  let seen: { readonly digest: string; readonly at: number } | undefined;

  /** The document that the tenant is to have; undefined where it takes no routes. */
  async function wantedOf(render: Render): Promise<string | undefined> {
    const content = await renderedOf(render);
    if (content === undefined) return undefined;
    if (options.intakeKey === undefined)
      throw new EngineProblem(
        "config.intake_key of the connector is missing: an API key with which Mimir sends alerts to this service",
      );
    const key = JSON.stringify(options.intakeKey);
    return firstLine + content.replace(keyLine, (_, before: string) => before + key);
  }

  function reached(): EngineHttp {
    if (http !== undefined) return http;
    throw new EngineProblem(
      "Grafana takes no alert routes for its data sources: set metadata.alertmanager of the connector to other",
    );
  }

  async function write(wanted: string): Promise<void> {
    const there = await configAt(reached());
    if (there === wanted) return;
    if (there !== undefined && !there.startsWith(firstLine)) throw foreign(there);
    // In a block, which the other side's parser reads whatever is in it.
    const text = stringify({ template_files: {}, alertmanager_config: wanted }, { lineWidth: 0 });
    await reached().request("POST", path, { type: "application/yaml", text });
  }

  /** Where nobody knows what is there, nothing of ours can be taken away either. */
  async function remove(): Promise<void> {
    if (http === undefined) return;
    const there = await configAt(http).catch((error: unknown) => {
      if (!(error instanceof EngineProblem)) throw error;
    });
    if (there?.startsWith(firstLine)) await http.request("DELETE", path);
  }

  return {
    async apply(render) {
      seen = undefined;
      const wanted = await wantedOf(render);
      if (wanted === undefined) await remove();
      else await write(wanted);
    },
    async verify(render) {
      const { digest } = render;
      if (seen?.digest === digest && now() - seen.at < compare_ms) return;
      const wanted = await wantedOf(render);
      if (wanted !== undefined && (await configAt(reached())) !== wanted)
        throw new EngineProblem("somebody changed the configuration of the tenant's Alertmanager");
      seen = { digest, at: now() };
    },
  };
}

/** Nobody else's text is alone in a line with this key. */
const keyLine = new RegExp(`^( +credentials: )"${intakeKeyMark}"$`, "gm");

async function renderedFile(render: Render): Promise<string | undefined> {
  const found = await readFiles(render, async (name, pieces) => {
    if (name === alertmanagerFile) return ownTexts([await wholeText(pieces)])[0];
    for await (const _piece of pieces);
    return undefined;
  });
  return found.find((text) => text !== undefined);
}

function foreign(there: string): EngineProblem {
  const other = /^# Written by orgconfig for the connector ([\w-]{1,80}):/.exec(there)?.[1];
  const whose =
    other === undefined ? "that this service did not write" : `that is written for the connector ${other}`;
  return new EngineProblem(
    `the tenant's Alertmanager has a configuration ${whose}: remove it, such as with mimirtool alertmanager delete, or set metadata.alertmanager of the connector to other`,
  );
}

/** What the tenant has; undefined where it has nothing. */
async function configAt(http: EngineHttp): Promise<string | undefined> {
  let text: string;
  try {
    ({ text } = await http.request("GET", path));
  } catch (error) {
    if (!(error instanceof EngineProblem) || !/answered HTTP 404 /.test(error.message)) throw error;
    if (/object not found|not configured/.test(error.message)) return undefined;
    throw new EngineProblem(
      "the engine has no Alertmanager's API at config.url of the connector without its prefix: enable it, or set metadata.alertmanager of the connector to other",
      error.kind,
    );
  }
  return configIn(text);
}

/** The configuration within the document that holds it: a block, as Go writes texts of several lines, or anything short. */
function configIn(text: string): string {
  const block = /^alertmanager_config: \|\n( +)/m.exec(text);
  if (block !== null) {
    const [head, indent = ""] = block;
    const lines = text.slice(block.index + head.length - indent.length).split("\n");
    const end = lines.findIndex((line) => line !== "" && !line.startsWith(indent));
    const inside = end === -1 ? lines : lines.slice(0, end);
    return `${inside
      .map((line) => line.slice(indent.length))
      .join("\n")
      .replace(/\n+$/, "")}\n`;
  }
  try {
    if (text.length > longestPart) throw new Error("too long");
    const document = parse(text, parsing);
    return String((document as { alertmanager_config?: unknown } | null)?.alertmanager_config ?? "");
  } catch {
    throw new EngineProblem("the configuration of the tenant's Alertmanager cannot be read");
  }
}
