/** A service in five tiles: budget, checks, deploy gate, alerts, owners. */
import { Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tone } from "../../../src/kernel/field.ts";
import { figure } from "../../../src/kernel/readable.ts";
import { measuredAt } from "../../../src/kernel/staleness.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { useDefinition } from "../../api/queries.ts";
import type { ServiceFacts } from "../../api/service-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { BudgetBar, budgetField, toneOfRow } from "../../kinds/special/slos/budget.tsx";
import { shortWords } from "../../kinds/special/slos/budget-words.ts";
import { severityTones } from "../../parts/alerts/words.ts";
import { UptimeBars } from "../../parts/charts/uptime-bars.tsx";
import { useUptime } from "../../parts/charts/use-uptime.ts";
import { alertsPath, rowPath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkIn, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { rowsOf } from "./rows.ts";
import * as texts from "./texts.ts";

export function ServiceTiles({ facts }: { readonly facts: ServiceFacts }) {
  return (
    <div className="service-tiles">
      <BudgetTile rows={rowsOf(facts.rows, kindNames.slo)} />
      <ChecksTile service={facts.service} rows={rowsOf(facts.rows, kindNames.syntheticCheck)} />
      <GateTile facts={facts} />
      <AlertsTile facts={facts} />
      <OwnersTile facts={facts} />
    </div>
  );
}

function Tile({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper component="section" aria-label={title} p="sm">
      <Title order={2} fz="sm" fw={550} c="dimmed" mb={6}>
        {title}
      </Title>
      {children}
    </Paper>
  );
}

/** Of the SLO that has least left. */
function BudgetTile({ rows }: { readonly rows: readonly JsonObject[] }) {
  const here = useHere();
  const definition = useDefinition(kindNames.slo);
  const [least] = rows
    .flatMap((row) => {
      const left = row[budgetField];
      return row.enabled !== false && typeof left === "number" ? [{ row, left }] : [];
    })
    .sort((one, other) => one.left - other.left);
  return (
    <Tile title={texts.budget}>
      {least === undefined || definition === undefined ? (
        <Quiet>{rows.length === 0 ? texts.noSlo : texts.notMeasuredYet}</Quiet>
      ) : (
        <>
          <Text fw={600}>{shortWords(least.left)}</Text>
          <BudgetBar left={least.left} tone={toneOfRow(definition, least.row)} />
          <Fine mt={4}>
            <LinkIn to={rowPath(here.slug, kindNames.slo, String(least.row.id))}>
              {String(least.row.name)}
            </LinkIn>{" "}
            · <Moment at={measuredAt(least.row, budgetField)} />
          </Fine>
        </>
      )}
    </Tile>
  );
}

function ChecksTile({ service, rows }: { readonly service: string; readonly rows: readonly JsonObject[] }) {
  const on = rows.filter(({ enabled }) => enabled !== false);
  const days = useUptime(on.map(({ id }) => String(id)))(on.map(({ id }) => String(id)));
  const count = (status: string) => on.filter((row) => row.status === status).length;
  const parts = ["down", "degraded", "unknown"].flatMap((status) =>
    count(status) === 0 ? [] : [`${figure(count(status))} ${words(status).toLowerCase()}`],
  );
  const tone: Tone =
    count("down") > 0 ? "bad" : count("degraded") > 0 ? "warning" : count("unknown") > 0 ? "quiet" : "good";
  return (
    <Tile title={texts.checks}>
      {on.length === 0 ? (
        <Quiet>{texts.noCheck}</Quiet>
      ) : (
        <>
          <Status
            tone={tone}
            label={parts.length === 0 ? texts.allUp(figure(on.length)) : parts.join(", ")}
          />
          {days.length === 0 ? null : (
            <div style={{ marginTop: 6 }}>
              <UptimeBars title={texts.uptimeOf30Days(service)} days={days} />
            </div>
          )}
        </>
      )}
    </Tile>
  );
}

function GateTile({ facts: { gate } }: { readonly facts: ServiceFacts }) {
  const why = gate.allowed ? undefined : gate.reasons.find(({ holds }) => holds);
  return (
    <Tile title={texts.deploys}>
      <Status tone={gate.allowed ? "good" : "warning"} label={gate.allowed ? texts.letThrough : texts.held} />
      <Fine mt={4} lineClamp={3}>
        {why?.message ?? (gate.decided_by === "override" ? texts.byAnOverride : "")}
      </Fine>
    </Tile>
  );
}

function AlertsTile({ facts: { service, alerts, more_alerts: more } }: { readonly facts: ServiceFacts }) {
  const here = useHere();
  const tones = alerts.map(({ severity }) => severityTones[severity ?? "unknown"]);
  const tone: Tone = tones.includes("bad") ? "bad" : alerts.length > 0 ? "warning" : "good";
  const [newest] = alerts;
  return (
    <Tile title={texts.alerts}>
      <Status
        tone={tone}
        label={alerts.length === 0 ? texts.noneOpen : texts.open(figure(alerts.length), more ? "+" : "")}
      />
      {newest === undefined ? null : (
        <Fine mt={4} lineClamp={2}>
          <LinkIn to={alertsPath(here.slug)} search={{ service }}>
            {newest.title}
          </LinkIn>
        </Fine>
      )}
    </Tile>
  );
}

function OwnersTile({ facts: { owners } }: { readonly facts: ServiceFacts }) {
  const here = useHere();
  return (
    <Tile title={texts.owner}>
      {owners.length === 0 ? <Quiet>{texts.noTeamIsNamed}</Quiet> : null}
      {owners.map(({ id, name }) => (
        <div key={id}>
          <LinkTo to={rowPath(here.slug, kindNames.team, id)}>{name}</LinkTo>
        </div>
      ))}
    </Tile>
  );
}
