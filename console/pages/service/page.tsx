/** One service: what is wrong with it, what it promises, what watches it, who is notified and who owns it. */
import { Grid, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { useDefinitions } from "../../api/queries.ts";
import { serviceQuery } from "../../api/service-queries.ts";
import type { KindRows, ServiceFacts } from "../../api/service-shapes.ts";
import { namingField } from "../../forms/prefilled.ts";
import { kindNames } from "../../kinds/names.ts";
import { specialOf } from "../../kinds/special.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { Empty } from "../../parts/empty.tsx";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page, Rows } from "../../parts/page.tsx";
import { newPath, rowPath, servicePath, servicesPath } from "../../parts/paths.ts";
import { LinkIn, LinkTo, Quiet } from "../../parts/text.tsx";
import { oneOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { useVisited } from "../../shell/use-menu.ts";
import { ServiceAlerts } from "./alerts.tsx";
import { Receivers } from "./receivers.tsx";
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
