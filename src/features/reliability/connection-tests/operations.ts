/**
 * Asks the systems that rows lead to whether the connection works, and what a query gives. A call about a saved row
 * needs the level operate: it makes a request with credentials that the organization stored, and moves the row's health.
 * Who calls chooses neither the address nor the credentials, which are the row's and need the level that its kind names.
 * Nothing is on record in the audit log: as with a checker's report, no setting changes. What is not saved yet is
 * another matter (unsaved.ts).
 */

import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { movedAway, movedUnsaved } from "../../../kernel/secret-addresses.ts";
import { connectorProbes } from "../../../renderers/connection-tests/connectors.ts";
import { dataSourceProbes, languages } from "../../../renderers/connection-tests/data-sources.ts";
import { failing, missingOf, type Probes } from "../../../renderers/connection-tests/probe.ts";
import { healthReport } from "../../../renderers/health.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { type ConnectionTestDeps, notTested, notToBeProbed, requestsOf, shared, shown } from "./asking.ts";
import {
  type Connected,
  connectorConnection,
  dataSourceConnection,
  type ReadConnection,
} from "./connections.ts";
import { measureSlo } from "./measure.ts";
import { type Outcome, probed } from "./probe.ts";
import { idInput, outcomeOutput, queryInput, queryOutput } from "./shapes.ts";
import { testUnsaved } from "./unsaved.ts";

/** A kind whose rows lead to another system. */
interface Testable {
  readonly definition: Kind;
  readonly connection: ReadConnection;
  readonly probes: Probes;
}

const connector: Testable = {
  definition: connectors,
  connection: connectorConnection,
  probes: connectorProbes,
};
const dataSource: Testable = {
  definition: dataSources,
  connection: dataSourceConnection,
  probes: dataSourceProbes,
};

export function connectionTests(deps: ConnectionTestDeps): readonly ConfigurationOperation[] {
  return [
    testSaved(deps, connector, {
      name: "test_connector",
      title: "Test a connector",
      description:
        "Asks the system that a connector leads to for something harmless, with its credentials, and says what was asked and what came back. The outcome moves its health. A type that takes more than one HTTP request is not asked; the answer says how to test it.",
    }),
    testSaved(deps, dataSource, {
      name: "test_data_source",
      title: "Test a data source",
      description:
        "Asks a data source for something harmless, with its own credentials or those of its connector, and says what was asked and what came back. The outcome moves its health. A type that cannot be asked over HTTP is not asked, and the answer says so.",
    }),
    testQuery(deps),
    measureSlo(deps),
    testUnsaved(deps, connectors, {
      name: "test_unsaved_connector",
      title: "Test a connector before it is saved",
      description:
        "Asks a connector's system with these settings for something harmless, and says what came back. Nothing is saved. With id the settings are put over those of that connector.",
      begin: (call, row) => trialOf(deps, call, connector, row),
    }),
    testUnsaved(deps, dataSources, {
      name: "test_unsaved_data_source",
      title: "Test a data source before it is saved",
      description:
        "Asks a data source with these settings for something harmless, and says what came back. Nothing is saved. With id the settings are put over those of that data source; its stored secrets go to no other server than they were saved for.",
      begin: (call, row) => trialOf(deps, call, dataSource, row),
    }),
  ];
}

function testSaved(
  deps: ConnectionTestDeps,
  testable: Testable,
  { name, title, description }: Pick<ConfigurationOperation, "name" | "title" | "description">,
): ConfigurationOperation {
  const { definition, connection, probes } = testable;
  return configurationOperation({
    ...shared,
    name,
    title,
    description,
    tag: definition.kind,
    reach: { kinds: [definition] },
    path: `/api/v1/${definition.kind}/{id}/test`,
    input: idInput,
    output: outcomeOutput,
    async answer(call, { id }, conditions) {
      const { id: organizationId } = call.caller.organization;
      const row = await deps.engine.existing(call, definition, id, conditions);
      const connected = await connection(deps, organizationId, row, movedAway);
      const outcome = await tested(deps, call, connected, probes);
      await report(deps, call, definition, id, outcome);
      return shown(outcome);
    },
  });
}

function testQuery(deps: ConnectionTestDeps): ConfigurationOperation {
  return configurationOperation({
    ...shared,
    name: "test_query",
    title: "Try a query",
    description:
      "Runs a query on a data source now, such as one for an SLI, and answers the first 100 series. Types: prometheus and loki. PromQL has to give an instant vector, and is checked first: what is wrong comes with its line and column. A query that is not taken leaves the data source's health alone.",
    tag: dataSources.kind,
    reach: { kinds: [dataSources] },
    path: "/api/v1/data_sources/{id}/query",
    input: queryInput,
    output: queryOutput,
    async answer(call, { id, query }, conditions) {
      const { id: organizationId } = call.caller.organization;
      const row = await deps.engine.existing(call, dataSources, id, conditions);
      const connected = await dataSourceConnection(deps, organizationId, row, movedAway);
      const outcome = await queried(deps, call, connected, query);
      await report(deps, call, dataSources, id, outcome);
      const { finding } = outcome;
      const series = finding.ok ? finding.series : undefined;
      const result =
        series === undefined
          ? null
          : { truncated: series.truncated, series: series.shown.map((one) => ({ ...one })) };
      return { ...shown(outcome), result };
    },
  });
}

async function trialOf(
  deps: ConnectionTestDeps,
  call: Call,
  { connection, probes }: Testable,
  row: StoredRow,
) {
  const connected = await connection(deps, call.caller.organization.id, row, movedUnsaved);
  return {
    withheld: connected.withheld,
    ask: async () => shown(await tested(deps, call, connected, probes)),
  };
}

async function tested(
  deps: ConnectionTestDeps,
  { now, caller }: Call,
  connected: Connected,
  probes: Probes,
): Promise<Outcome> {
  const { type, settings, placeOf } = connected;
  const probe = Object.hasOwn(probes, type) ? probes[type] : undefined;
  if (probe === undefined) return notTested(`how to ask a system of type ${type} is not known here`);
  if ("untested" in probe) return notTested(`a system of type ${type} is not asked: ${probe.untested}`);
  const missing = missingOf(probe, settings).map((names) => names.map(placeOf).join(" or "));
  if (missing.length > 0) return notTested(`nothing was sent: ${missing.join(" and ")} is missing`);
  return notToBeProbed(connected) ?? probed(requestsOf(deps, caller), connected, probe, now);
}

async function queried(
  deps: ConnectionTestDeps,
  { now, caller }: Call,
  connected: Connected,
  query: string,
): Promise<Outcome> {
  const { type, bounds } = connected;
  const language = Object.hasOwn(languages, type) ? languages[type] : undefined;
  if (language === undefined)
    return notTested(
      `queries are tried on data sources of type ${Object.keys(languages).join(", ")}, and this one is of type ${type}`,
    );
  const problem = language.problem(query);
  if (problem !== undefined) return { finding: failing("malformed_query", problem), asked: undefined };
  return (
    notToBeProbed(connected) ??
    probed(requestsOf(deps, caller), connected, language.exchange(query, bounds.timeout_ms), now)
  );
}

/** What was seen of the row goes into its health; what was not asked, or not taken for its own fault, says nothing of it. */
async function report(
  { reports }: ConnectionTestDeps,
  call: Call,
  definition: Kind,
  id: string,
  { asked, finding }: Outcome,
): Promise<void> {
  if (asked === undefined) return;
  if (finding.ok) {
    const degraded = finding.degraded ? { health_status: "degraded" } : {};
    await reports.report(call, definition, id, { ...healthReport(call.now), ...degraded });
  } else if (finding.kind !== undefined && finding.kind !== "malformed_query")
    await reports.report(call, definition, id, healthReport(call.now, { ...finding, kind: finding.kind }));
}
