/** What engines are given: the calls that answer it, and the acknowledgement that one runs it. */
import { createHash } from "node:crypto";
import { takesApi } from "../../../agent/engines/api-engines.ts";
import { turnOf } from "../../../engine/context.ts";
import { readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer, OperationInput } from "../../../engine/operation.ts";
import { stale } from "../../../engine/reading.ts";
import { allows } from "../../../kernel/access.ts";
import { etagOf, failedCondition } from "../../../kernel/etag.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { slicesOf } from "../../../kernel/slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { dataSourcesOf } from "../../../renderers/assignment.ts";
import { commonTargets, targetsInReach } from "../../../renderers/discovery.ts";
import type { RangeQueryStore, WaitingRangeQuery } from "../range-queries/index.ts";
import { type AcknowledgeDeps, acknowledgeOperation, shownAcknowledgement } from "./acknowledge.ts";
import { worstOf } from "./instances.ts";
import type { ConnectorRow, Rendered, Renders, RendersDeps, RendersOf } from "./renders.ts";
import {
  connectorId,
  contents,
  discoveryOutput,
  fileName,
  fileOutput,
  listOutput,
  renderOutput,
  versionInput,
} from "./shapes.ts";

export type RenderingDeps = RendersDeps &
  AcknowledgeDeps & {
    readonly rangeQueries: Pick<RangeQueryStore, "waiting">;
    /** Whether an agent of the connector is to look now which alerts its engine has. */
    readonly lookedFor: (organizationId: string, connectorId: string) => Promise<boolean>;
  };

const shared = {
  tag: "render",
  credential: "bearer",
  level: "read",
  effect: "read",
  method: "GET",
} as const;

export function renderingCalls(deps: RenderingDeps): readonly ConfigurationOperation[] {
  const { rendersOf } = deps;
  return [
    listOperation(rendersOf),
    getOperation(deps),
    fileOperation(rendersOf),
    discoveryOperation(rendersOf, deps),
    acknowledgeOperation(deps),
  ];
}

function listOperation(rendersOf: RendersOf): ConfigurationOperation {
  return {
    ...shared,
    name: "list_renders",
    scans: "short",
    title: "List renders",
    description:
      "What is rendered for each engine. The files and their sizes, the rows that cannot be expressed there, and what the engine's agent said last. warnings names the rows, of all engines, that are taken and do not do what they seem to. Compare digest with applied to see whether an engine runs the present configuration.",
    engineScope: "engine:agent",
    path: "/api/v1/render",
    input: { fields: {} },
    output: { fields: listOutput },
    async run(call) {
      const { caller, now } = call;
      const renders = await rendersOf(caller.organization.id, now);
      const own = caller.engine?.connectorId;
      const shown = renders.connectors.filter(({ id }) => own === undefined || id === own);
      const warnings = own === undefined ? await renders.warnings(turnOf(call)) : [];
      return {
        status: 200,
        body: {
          data: shown.map(({ id }) => summary(renders, id)),
          warnings: warnings.map((one) => ({ ...one })),
        },
      };
    },
  };
}

function summary(renders: Renders, id: string): JsonObject {
  const { connector, digest, files, refusals, wholeKinds } = renders.render(id);
  const { name, connector_type, enabled, metadata } = connector.configuration;
  return {
    connector_id: id,
    name,
    connector_type,
    enabled,
    brought_by: metadata.run_in === "service" ? "service" : takesApi(connector_type) ? "nobody" : "agent",
    digest,
    files: files.map((file) => ({ name: file.name, bytes: Buffer.byteLength(file.content) })),
    refusals: refusals.map((refusal) => ({ ...refusal })),
    whole_kinds: [...(wholeKinds ?? [])],
    ...saidOf(renders, connector, digest),
  };
}

/** What the agents said last. Those of a connector that is off have nothing to say, so that no word is stale. */
function saidOf(
  { acknowledgements }: Renders,
  { id, configuration: { enabled } }: ConnectorRow,
  digest: string,
): JsonObject {
  const all = (acknowledgements.get(id) ?? []).map((one) => ({ ...one, silent: one.silent && enabled }));
  const worst = worstOf(all, digest);
  return {
    applied: worst === undefined ? null : shownAcknowledgement(worst),
    agents: all.map(shownAcknowledgement),
  };
}

const renderInput = { connector_id: connectorId, version: versionInput } as const;

const getInput = { ...renderInput, contents } as const;

function getOperation({ rendersOf, rangeQueries, lookedFor }: RenderingDeps): ConfigurationOperation {
  return {
    ...shared,
    name: "get_render",
    scans: "short",
    title: "Get render",
    description:
      "The files that one connector's engine is given, as the configuration is now, and the rows that cannot be expressed there. An agent asks for it with If-None-Match: the ETag is of the files alone, and what else is answered may change without it. No secret is in it: files name others that hold them.",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}",
    query: ["version", "contents"],
    input: { fields: getInput },
    output: { fields: renderOutput },
    conditional: true,
    async run({ caller, now }, input) {
      const { connector_id, version, contents } = readInput(getInput, input.body);
      const renders = await rendersOf(caller.organization.id, now);
      const rendered = renders.render(connector_id, version);
      const { id } = caller.organization;
      const mayAnswer = allows(caller.level, "operate");
      const waits = mayAnswer ? await rangeQueries.waiting(id, connector_id) : [];
      const wanted = mayAnswer && (await lookedFor(id, connector_id));
      const { ifNoneMatch: _, ...whole } = input;
      return conditionally(waits.length > 0 || wanted ? whole : input, etagOf(rendered.digest), () => ({
        body: {
          ...shown(rendered, contents),
          data_sources: [...dataSourcesOf(renders.rows, connector_id)],
          ...(waits.length === 0 ? {} : { queries: waits.map(shownQuery) }),
          ...(wanted && { alerts_wanted: true }),
          ...saidOf(renders, rendered.connector, rendered.digest),
        },
      }));
    },
  };
}

function shown(rendered: Rendered, contents: boolean): JsonObject {
  const { connector, target, digest, files, refusals, evaluated } = rendered;
  const { name, connector_type, enabled } = connector.configuration;
  return {
    connector: { id: connector.id, name, connector_type, enabled, version: target.version },
    digest,
    files: files.map((file) => (contents ? { ...file } : { name: file.name })),
    refusals: refusals.map((refusal) => ({ ...refusal })),
    evaluated: evaluated.map(({ ids, ...rest }) => ({ ...rest, ids: [...ids] })),
  };
}

function shownQuery({ id, query, startsAt, steps, seconds }: WaitingRangeQuery): JsonObject {
  return { id, query, starts_at: startsAt.toISOString(), steps, within_seconds: seconds };
}

function fileOperation(rendersOf: RendersOf): ConfigurationOperation {
  const input = { ...renderInput, name: fileName } as const;
  return {
    ...shared,
    name: "get_render_file",
    forPrograms: true,
    scans: "short",
    title: "Get render file",
    description: "One of the files that a connector's engine is given, for engines that read files by URL.",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/files/{name}",
    query: ["version"],
    media: { "application/yaml": "content" },
    input: { fields: input },
    output: { fields: fileOutput },
    conditional: true,
    async run({ caller, now }, given) {
      const { connector_id, version, name } = readInput(input, given.body);
      const renders = await rendersOf(caller.organization.id, now);
      const { files } = renders.render(connector_id, version);
      const file = files.find((candidate) => candidate.name === name);
      if (file === undefined) {
        const names = files.map((candidate) => candidate.name).join(", ");
        const message = `There is no such file in this rendering; ${names === "" ? "it has none" : `it has ${names}`}.`;
        throw new Refusal("not_found", message);
      }
      const etag = etagOf(createHash("sha256").update(file.content).digest("hex"));
      return conditionally(given, etag, () =>
        streamed("application/yaml", "content", file.name, file.content),
      );
    },
  };
}

function discoveryOperation(rendersOf: RendersOf, deps: RenderingDeps): ConfigurationOperation {
  const input = { connector_id: connectorId } as const;
  return {
    ...shared,
    name: "get_service_discovery",
    forPrograms: true,
    scans: "short",
    title: "Get service discovery",
    description:
      "The targets of checks and certificate monitors for Prometheus' http_sd, with module, interval and timeout of each. Only modules that the engine is known to have are named: those of the rendering that its agent acknowledged last. A row that was edited since goes on with its target of that rendering.",
    engineScope: "engine:agent",
    path: "/api/v1/sd/{connector_id}",
    media: { "application/json": "targets" },
    input: { fields: input },
    output: { fields: discoveryOutput },
    conditional: true,
    async run({ caller, now }, given) {
      const { connector_id } = readInput(input, given.body);
      const renders = await rendersOf(caller.organization.id, now);
      const { renderer, target, connector } = renders.render(connector_id);
      if (renderer.discovery === undefined)
        throw new Refusal(
          "not_found",
          `A connector of the type ${connector.configuration.connector_type} has no targets to discover; name a blackbox_exporter connector.`,
        );
      const known = await deps.renders
        .in(deps.store)
        .acknowledgedTargets(caller.organization.id, connector_id);
      const present = renderer.discovery.targets(renders.rows, target);
      const text = JSON.stringify(targetsInReach(present, commonTargets(known)));
      const etag = etagOf(createHash("sha256").update(text).digest("hex"));
      return conditionally(given, etag, () =>
        streamed("application/json", "targets", `${connector.configuration.name}.json`, text),
      );
    },
  };
}

/** Answers 304 or refuses with 412 where the request's conditions say so (RFC 9110 §13.1.1, §13.1.2). */
function conditionally(
  { ifMatch, ifNoneMatch }: OperationInput,
  etag: string,
  answer: () => Pick<OperationAnswer, "body" | "stream">,
): OperationAnswer {
  const failed = failedCondition({ ifMatch, ifNoneMatch }, etag);
  if (failed === "If-None-Match") return { status: 304, body: {}, etag };
  if (failed === "If-Match") throw stale(failed, { ifMatch }, {}, etag);
  return { status: 200, etag, ...answer() };
}

function streamed(
  mediaType: string,
  member: string,
  filename: string,
  content: string,
): Pick<OperationAnswer, "body" | "stream"> {
  async function* chunks() {
    yield* slicesOf(content);
  }
  // It stands in a header: RFC 6266 §4.3 leaves other characters to another form, which nobody here needs.
  const safe = filename.replace(/[^\w.-]/g, "_");
  return { body: {}, stream: { mediaType, member, filename: safe, chunks: chunks() } };
}
