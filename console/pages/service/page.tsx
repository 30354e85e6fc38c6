/** One service: what is wrong with it, what it promises, what watches it, who is notified and who owns it. */
import { Anchor, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinitions } from "../../api/queries.ts";
import { serviceQuery } from "../../api/service-queries.ts";
import type { KindRows, Receiver, ServiceFacts } from "../../api/service-shapes.ts";
import { namingField } from "../../forms/prefilled.ts";
import { kindNames } from "../../kinds/names.ts";
import { specialOf } from "../../kinds/special.ts";
import { AskRoute } from "../../parts/alerts/ask-route.tsx";
import { Marks, SeverityMark } from "../../parts/alerts/row.tsx";
import { useNow } from "../../parts/alerts/use-alerts.ts";
import { ageOf, equalTo } from "../../parts/alerts/words.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { DrillCard } from "../../parts/drills/drill-card.tsx";
import { Empty } from "../../parts/empty.tsx";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page, Rows } from "../../parts/page.tsx";
import { alertPath, alertsPath, newPath, rowPath, servicePath, servicesPath } from "../../parts/paths.ts";
import { Status } from "../../parts/status.tsx";
import { Fine, LinkIn, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { oneOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { useVisited } from "../../shell/use-menu.ts";
import { RowsCard } from "./rows-card.tsx";

const GateHere = later(() => import("./answers.tsx"), "GateHere");
const BindingsHere = later(() => import("./answers.tsx"), "BindingsHere");

/** Kinds whose rows stand next to the answer that they decide. */
const answered: readonly string[] = [kindNames.deployPolicy, kindNames.serviceBinding];

export function ServicePage() {
  const { service = "" } = useParams({ strict: false });
  const here = useHere();
  const query = useQuery(serviceQuery(here.slug, service));
  const { data } = query;
  useVisited(servicePath(here.slug, service), service);
  const above = <LinkTo to={servicesPath(here.slug)}>← Services</LinkTo>;
  return (
    <Page
      title={service}
      above={above}
      about={data === undefined || !data.known ? undefined : <Owners facts={data} />}
    >
      <Loading of={query} />
      {data === undefined ? null : <Facts key={service} facts={data} />}
    </Page>
  );
}

function Owners({ facts: { owners } }: { readonly facts: ServiceFacts }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const kind = ownerKind(kinds);
  if (owners.length === 0 || kind === undefined) return <>No team is named as its owner.</>;
  return (
    <>
      Owned by{" "}
      {owners.map(({ id, name }, index) => (
        <span key={id}>
          {index === 0 ? "" : ", "}
          <LinkIn to={rowPath(here.slug, kind, id)}>{name}</LinkIn>
        </span>
      ))}
    </>
  );
}

/** The kind of rows that others name as their owners. */
function ownerKind(kinds: readonly Definition[]): string | undefined {
  const owners = kinds
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap((field) => (field.type === "reference" && field.owner ? [field.to] : []));
  return owners[0];
}

function Facts({ facts }: { readonly facts: ServiceFacts }) {
  const { service, rows, near } = facts;
  const sections = inOrder([
    ...rows.map((one) => ({ ...one, own: true })),
    ...near.map((one) => ({ ...one, own: false })),
  ]).filter(({ kind }) => !answered.includes(kind));
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>
          {facts.known ? null : <Unknown service={service} />}
          {facts.known ? <ServiceAlerts facts={facts} /> : null}
          {sections.map(({ own, ...section }) => (
            <RowsCard key={`${section.kind}/${own}`} service={service} section={section} own={own} />
          ))}
          <NotYet service={service} rows={rows} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack>
          <Suspense fallback={<Rows count={3} />}>
            <GateHere service={service} rows={rowsOf(rows, kindNames.deployPolicy)} />
          </Suspense>
          <Receivers facts={facts} />
          <DrillCard about={{ service }} />
          <Suspense fallback={<Rows count={3} />}>
            <BindingsHere
              service={service}
              environments={facts.bindings.map(({ environment }) => environment)}
              rows={rowsOf(rows, kindNames.serviceBinding)}
            />
          </Suspense>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function rowsOf(found: readonly KindRows[], kind: string) {
  return found.find((one) => one.kind === kind)?.data ?? [];
}

function inOrder<K extends { readonly kind: string }>(found: readonly K[]): readonly K[] {
  const place = ({ kind }: K) => specialOf(kind).servicePlace ?? Number.MAX_SAFE_INTEGER;
  return [...found].sort((a, b) => place(a) - place(b));
}

function Unknown({ service }: { readonly service: string }) {
  return (
    <Empty
      title="Nothing names this service yet"
      about={`Add what is to watch ${service}, or look at the list of services for the name that you mean.`}
    >
      {null}
    </Empty>
  );
}

/** The kinds that could name the service and do not, each with a way to add the first. */
function NotYet({ service, rows }: { readonly service: string; readonly rows: readonly KindRows[] }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const missing = inOrder(kinds).filter(
    (definition) =>
      namingField(definition) !== undefined &&
      !answered.includes(definition.kind) &&
      here.allows(definition.level) &&
      !rows.some(({ kind }) => kind === definition.kind),
  );
  if (missing.length === 0) return null;
  return (
    <section aria-label="Not set up yet">
      <Quiet mb={6}>Not set up yet</Quiet>
      <Group gap="xs">
        {missing.map((definition) => (
          <SmallButton
            key={definition.kind}
            component={Link}
            to={newPath(here.slug, definition.kind)}
            search={{ [namingField(definition) ?? ""]: service } as never}
          >
            Add {oneOf(definition)}
          </SmallButton>
        ))}
      </Group>
    </section>
  );
}

/** The open alerts of a service, the newest first. */

const mostShown = 10;

function ServiceAlerts({
  facts,
}: {
  readonly facts: Pick<ServiceFacts, "service" | "alerts" | "more_alerts">;
}) {
  const here = useHere();
  const now = useNow();
  const { service, alerts, more_alerts: more } = facts;
  const rest = alerts.length - mostShown;
  return (
    <Card title="Open alerts" more={alerts.length > 0 ? ` · ${alerts.length}${more ? "+" : ""}` : ""}>
      {alerts.length === 0 ? <Quiet>No alert is open.</Quiet> : null}
      <Stack gap={10}>
        {alerts.slice(0, mostShown).map((alert) => (
          <Group key={alert.id} justify="space-between" wrap="nowrap" gap="md" align="baseline">
            <div style={{ minWidth: 0 }}>
              <LinkTo to={alertPath(here.slug, alert.id)} fw={550} lineClamp={2}>
                {alert.title}
              </LinkTo>
              <Group gap={6}>
                <Marks alert={alert} />
                <Fine>{ageOf(alert, now)}</Fine>
              </Group>
            </div>
            <span style={{ flex: "none" }}>
              <SeverityMark severity={alert.severity} />
            </span>
          </Group>
        ))}
      </Stack>
      {rest > 0 || more ? (
        <LinkTo to={alertsPath(here.slug)} search={{ service }} mt="sm" display="inline-block">
          All alerts of {service}
        </LinkTo>
      ) : null}
    </Card>
  );
}

/** Who is notified of a service's alerts: the routes and rules that can take them, and the mutes that keep them back. */
function Receivers({ facts: { service, takers: receivers } }: { readonly facts: ServiceFacts }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const route = kinds.find(({ kind }) => kind === kindNames.route);
  const routed = receivers.some(
    ({ kind, behind, unreachable }) => kind === kindNames.route && behind === null && unreachable === null,
  );
  return (
    <Card
      title="Who is notified of its alerts"
      action={
        route === undefined || !here.allows(route.level) ? null : (
          <Button
            component={Link}
            to={newPath(here.slug, route.kind)}
            search={{ matchers: equalTo("service", service) } as never}
            size="compact-sm"
            variant="subtle"
            mr={-8}
            aria-label={`Add ${oneOf(route)}`}
          >
            Add
          </Button>
        )
      }
    >
      {routed ? null : (
        <Text size="sm" mb="sm" component="div">
          <Status tone="warning" label="No route takes its alerts." />
        </Text>
      )}
      <Stack gap={10}>
        {receivers.map((receiver) => (
          <Line
            key={`${receiver.kind}/${receiver.id}`}
            receiver={receiver}
            definition={kinds.find(({ kind }) => kind === receiver.kind)}
          />
        ))}
        <div>
          <AskRoute labels={{ service }}>Which route gets an alert of it?</AskRoute>
        </div>
      </Stack>
    </Card>
  );
}

interface LineProps {
  readonly receiver: Receiver;
  readonly definition: Definition | undefined;
}

function Line({ receiver, definition }: LineProps) {
  const here = useHere();
  const { kind, id, name, expires_at } = receiver;
  const what = words(definition === undefined ? kind : oneOf(definition));
  return (
    <div>
      <Text size="sm" className="clip">
        <Anchor component={Link} to={rowPath(here.slug, kind, id)} inherit fw={550}>
          {name}
        </Anchor>
      </Text>
      {expires_at === null ? (
        <Fine style={{ overflowWrap: "anywhere" }}>
          {what} · {saidOf(receiver)}
        </Fine>
      ) : (
        <Fine>
          {what} · mutes alerts until <Moment at={expires_at} />
        </Fine>
      )}
    </div>
  );
}

/** Which alerts it takes, in a sentence. */
function saidOf({ named, conditions, behind, unreachable }: Receiver): string {
  const which = named ? "alerts of this service" : "alerts of any service";
  const takes =
    conditions.length === 0 ? `takes all ${which}.` : `takes ${which} with ${conditions.join(" and ")}.`;
  if (unreachable !== null) return `${takes} But it is ${unreachable.message}.`;
  return behind === null ? takes : `${takes} Never reached: “${behind}” takes them before.`;
}
