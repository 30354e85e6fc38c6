/** Which ways of alerts were proved, and when; drills that are under way, place by place; and the form that starts one. */
import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useDrills } from "../../parts/drills/use-drills.ts";
import { Loading } from "../../parts/loading.tsx";
import { Older } from "../../parts/older.tsx";
import { Page } from "../../parts/page.tsx";
import { Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { DrillLine } from "./line.tsx";
import { Routes } from "./routes.tsx";
import { StartForm } from "./start-form.tsx";
import * as texts from "./texts.ts";
import { about, noDrills, title } from "./words.ts";

export function DrillsPage() {
  const here = useHere();
  const [routes, targets] = [useDefinition(kindNames.route), useDefinition(kindNames.target)];
  if (routes === undefined || targets === undefined) return null;
  return (
    <Page title={title} about={about}>
      {here.allows("operate") ? <StartForm routes={routes} targets={targets} /> : null}
      <Proved routes={routes} targets={targets} />
    </Page>
  );
}

interface ProvedProps {
  readonly routes: Definition;
  readonly targets: Definition;
}

function Proved({ routes, targets }: ProvedProps) {
  const here = useHere();
  const query = useDrills(undefined);
  const drills = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const lists = [useQuery(rowsQuery(here.slug, routes)), useQuery(rowsQuery(here.slug, targets))];
  const rows = lists.flatMap(({ data }) => data?.data ?? []);
  const names = new Map(rows.map(({ id, name }) => [String(id), String(name)]));
  const running = new Set(
    drills.flatMap(({ status, route_id }) => (status === "running" && route_id !== null ? [route_id] : [])),
  );
  return (
    <>
      <Routes definition={routes} running={running} />
      <section aria-label={texts.allDrills}>
        <Title order={2} mb="sm">
          {texts.allDrills}
        </Title>
        <Loading of={query} />
        <Stack gap={4}>
          {drills.map((drill) => (
            <DrillLine key={drill.id} drill={drill} names={names} />
          ))}
        </Stack>
        {query.isSuccess && drills.length === 0 ? <Quiet>{noDrills}</Quiet> : null}
        <Older of={query} what={texts.drills} />
      </section>
    </>
  );
}
