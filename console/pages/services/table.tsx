/** A page of services, a line each: how it is, its budget, its checks, its gate and its owners. */
import { Box, Table, Text } from "@mantine/core";
import type { Tone } from "../../../src/kernel/field.ts";
import { figure } from "../../../src/kernel/readable.ts";
import { useDefinition } from "../../api/queries.ts";
import type { DetailedService, ListedService, ServiceBudget } from "../../api/service-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { BudgetBar, toneOfRow } from "../../kinds/special/slos/budget.tsx";
import { shortWords } from "../../kinds/special/slos/budget-words.ts";
import { severityTones } from "../../parts/alerts/words.ts";
import { CardTable } from "../../parts/card-table.tsx";
import { UptimeBars } from "../../parts/charts/uptime-bars.tsx";
import { useUptime } from "../../parts/charts/use-uptime.ts";
import { rowPath, servicePath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkIn, LinkTo, Quiet } from "../../parts/text.tsx";
import { ago } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const oldMs = 10 * 60_000;

export function ServiceTable({ services }: { readonly services: readonly DetailedService[] }) {
  const here = useHere();
  // One call for all checks of the page.
  const daysOf = useUptime(services.flatMap(({ details }) => details.checks.map(({ id }) => id)));
  return (
    <CardTable
      columns={[
        texts.service,
        texts.state,
        [texts.budget, "sm"],
        [texts.checks30Days, "md"],
        [texts.deploys, "md"],
        [texts.owner, "md"],
      ]}
      actionsFrom={false}
      className="services"
    >
      {services.map((one) => {
        const { service, details } = one;
        const days = daysOf(details.checks.map(({ id }) => id));
        return (
          <Table.Tr key={service} className="way">
            <Table.Td>
              <LinkTo to={servicePath(here.slug, service)} fw={550} className="clip">
                {service}
              </LinkTo>
            </Table.Td>
            <Table.Td className="in-lines">
              <State service={one} />
              {/* Its own column has no place on a phone. */}
              <Box hiddenFrom="md">
                {details.gate.allowed ? null : <Status tone="warning" label={texts.deploysHeld} />}
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Budget budget={details.budget} />
            </Table.Td>
            <Table.Td visibleFrom="md">
              {days.length === 0 ? (
                <Quiet>{details.checks.length === 0 ? texts.none : ""}</Quiet>
              ) : (
                <UptimeBars title={texts.uptimeOf30Days(service)} days={days} />
              )}
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Status
                tone={details.gate.allowed ? "good" : "warning"}
                label={details.gate.allowed ? texts.letThrough : texts.held}
              />
            </Table.Td>
            <Table.Td visibleFrom="md" className="owners">
              <Owners owners={details.owners} />
            </Table.Td>
          </Table.Tr>
        );
      })}
    </CardTable>
  );
}

function Budget({ budget }: { readonly budget: ServiceBudget | null }) {
  const definition = useDefinition(kindNames.slo);
  if (budget === null || definition === undefined) return <Quiet>{texts.notMeasured}</Quiet>;
  const { name, remaining_percent: left, measured_at: at } = budget;
  const old = Date.now() - Date.parse(at) > oldMs;
  return (
    <div className="budget-bar" title={texts.theLeastBudget(name)}>
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {shortWords(left)}
      </Text>
      <BudgetBar left={left} tone={toneOfRow(definition, { status: budget.status })} />
      {old ? <Fine>{ago(at)}</Fine> : null}
    </div>
  );
}

function Owners({ owners }: { readonly owners: DetailedService["details"]["owners"] }) {
  const here = useHere();
  if (owners.length === 0) return <Quiet>{texts.nobody}</Quiet>;
  return (
    <Text size="sm" className="clip">
      {owners.map(({ id, name }, index) => (
        <span key={id} className="above">
          {index === 0 ? "" : ", "}
          <LinkIn to={rowPath(here.slug, kindNames.team, id)}>{name}</LinkIn>
        </span>
      ))}
    </Text>
  );
}

/** What is wrong with a service, in one line. */
function State({ service }: { readonly service: ListedService }) {
  const { tone, parts } = troubleOf(service);
  return <Status tone={tone} label={parts.join(" · ")} />;
}

/** Well is only what was measured of late: of a service that nobody measures nothing is known. */
export function troubleOf({ open_alerts, worst_severity, bad, warning, good, unknown }: ListedService): {
  readonly tone: Tone;
  readonly parts: readonly string[];
} {
  const firing = open_alerts === 0 ? "quiet" : severityTones[worst_severity ?? "unknown"];
  const measured = good > 0 && unknown === 0;
  const tone =
    bad > 0 || firing === "bad"
      ? "bad"
      : warning > 0 || open_alerts > 0
        ? "warning"
        : measured
          ? "good"
          : "quiet";
  const parts = [
    ...(open_alerts > 0 ? [texts.openAlerts(open_alerts)] : []),
    ...(bad > 0 ? [`${figure(bad)} failing`] : []),
    ...(warning > 0 ? [texts.warnings(warning)] : []),
    ...(unknown > 0 ? [texts.notMeasuredCount(figure(unknown))] : []),
  ];
  if (parts.length === 0) parts.push(measured ? texts.nothingWrong : texts.nothingMeasuresIt);
  return { tone, parts };
}
