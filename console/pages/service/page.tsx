/** One service: how it is and what to do about it, who is notified, what happened; what else names it is folded. */
import { Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import { useDefinitions } from "../../api/queries.ts";
import { serviceQuery } from "../../api/service-queries.ts";
import type { ServiceFacts } from "../../api/service-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { later } from "../../parts/in-time.ts";
import { Loading } from "../../parts/loading.tsx";
import { Changed } from "../../parts/now/changed.tsx";
import { spanOf } from "../../parts/now/span.ts";
import { Strip } from "../../parts/now/strip.tsx";
import { usePast, useTimeline } from "../../parts/now/use-now.ts";
import { Page, Rows, Soon } from "../../parts/page.tsx";
import { servicePath, servicesPath } from "../../parts/paths.ts";
import { LinkTo } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { useVisited } from "../../shell/use-menu.ts";
import { ServiceActions } from "./actions.tsx";
import { ServiceAlerts } from "./alerts.tsx";
import { People } from "./people.tsx";
import { rowsOf } from "./rows.ts";
import { NotYet, Sections, Unknown } from "./sections.tsx";
import { stateOfService } from "./state.ts";
import * as texts from "./texts.ts";
import { ServiceTiles } from "./tiles.tsx";

const GateHere = later(() => import("./answers.tsx"), "GateHere");
const BindingsHere = later(() => import("./answers.tsx"), "BindingsHere");
const Happened = later(() => import("../../parts/now/happened.tsx"), "Happened");

export function ServicePage() {
  const { service = "" } = useParams({ strict: false });
  const here = useHere();
  const query = useQuery(serviceQuery(here.slug, service));
  const { kinds } = useDefinitions();
  const { data } = query;
  useVisited(servicePath(here.slug, service), service);
  const state = data === undefined ? undefined : stateOfService(data, kinds);
  return (
    <Page
      title={service}
      tone={state?.tone}
      above={<LinkTo to={servicesPath(here.slug)}>{texts.services}</LinkTo>}
      about={state?.text}
      action={
        data === undefined ? undefined : (
          <ServiceActions service={service} components={rowsOf(data.rows, kindNames.component)} />
        )
      }
    >
      <Loading of={query} />
      {data === undefined ? null : <Facts key={service} facts={data} />}
    </Page>
  );
}

function Facts({ facts }: { readonly facts: ServiceFacts }) {
  const { service, rows } = facts;
  return (
    <Stack>
      {facts.known ? <ServiceTiles facts={facts} /> : <Unknown service={service} />}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack>
            {facts.known ? <Day service={service} /> : null}
            {facts.known ? <ServiceAlerts facts={facts} /> : null}
            <Sections facts={facts} />
            <NotYet service={service} rows={rows} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <People facts={facts} />
            <Suspense fallback={<Rows count={3} />}>
              <GateHere service={service} rows={rowsOf(rows, kindNames.deployPolicy)} />
            </Suspense>
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
    </Stack>
  );
}

/** What the page is narrowed to, as its address says it. */
type Search = Readonly<Partial<Record<"from" | "to", string>>>;

/** The strip of 24 hours, of this service alone, with what changed; a drag narrows both. */
function Day({ service }: { readonly service: string }) {
  const go = useNavigate();
  const span = spanOf(useSearch({ strict: false }) as Search);
  const { data: timeline } = useTimeline(undefined, { service });
  const past = usePast(span, timeline, service);
  if (timeline === undefined) return <Rows count={3} />;
  return (
    <>
      <Strip
        timeline={past?.whole ?? timeline}
        span={span}
        set={(next) =>
          void go({
            to: ".",
            search: (next === undefined ? {} : { from: next.since, to: next.until }) as never,
            replace: true,
          })
        }
      />
      {past === undefined ? null : (
        <Soon>
          <Happened {...past} />
        </Soon>
      )}
      <Changed
        changes={past?.changes ?? timeline.changes}
        total={past?.changes.length ?? timeline.changes_total}
        search={span === undefined ? { last: "24h" } : { since: span.since, until: span.until }}
      />
    </>
  );
}
