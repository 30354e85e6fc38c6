/** Which routes drills have proved, and when. */
import { Box, Table, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery } from "../../api/queries.ts";
import { SmallButton } from "../../parts/buttons.tsx";
import { CardTable } from "../../parts/card-table.tsx";
import { useStartDrill } from "../../parts/drills/use-drills.ts";
import { startADrill } from "../../parts/drills/words.ts";
import { Loading } from "../../parts/loading.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Quiet } from "../../parts/text.tsx";
import { ago } from "../../parts/time.tsx";
import { useAttention } from "../../parts/use-attention.ts";
import { useHere } from "../../shell/session.ts";
import { type Standing, standingsOf } from "./standing.ts";
import * as texts from "./texts.ts";
import { routesAbout } from "./words.ts";

const lookMs = 10_000;

interface RoutesProps {
  readonly definition: Definition;
  /** Ids of those that have a drill under way. */
  readonly running: ReadonlySet<string>;
}

export function Routes({ definition, running }: RoutesProps) {
  const here = useHere();
  const query = useQuery({ ...rowsQuery(here.slug, definition), refetchInterval: lookMs });
  const attention = useAttention();
  const start = useStartDrill();
  const failing = new Map(
    attention.data?.sections
      .flatMap(({ section, data }) => (section === "drills" ? data : []))
      .flatMap(({ id, tone, state }) => (tone === "bad" ? [[id, state] as const] : [])),
  );
  const standings = standingsOf(query.data?.data ?? [], failing, new Date());
  if (query.data !== undefined && standings.length === 0) return null;
  return (
    <Box component="section" aria-label={texts.routes} mb="xl">
      <Title order={2} mb={4}>
        {texts.routes}
      </Title>
      <Quiet mb="sm">{routesAbout}</Quiet>
      <Loading of={query} />
      <Refusal error={start.error} />
      {standings.length === 0 ? null : (
        <CardTable
          columns={[texts.route, texts.lastProved, [texts.every, "sm"], [texts.weeklyDrill, "md"]]}
          actionsFrom="sm"
        >
          {standings.map((standing) => (
            <Line
              key={standing.id}
              standing={standing}
              to={rowPath(here.slug, definition.kind, standing.id)}
              start={
                here.allows("operate")
                  ? () => start.mutate({ about: { route_id: standing.id }, acknowledged: false })
                  : undefined
              }
              busy={running.has(standing.id)}
            />
          ))}
        </CardTable>
      )}
    </Box>
  );
}

interface LineProps {
  readonly standing: Standing;
  readonly to: string;
  readonly start: (() => void) | undefined;
  readonly busy: boolean;
}

function Line({
  standing: { name, tone, label, provedAt, everyDays, schedule },
  to,
  start,
  busy,
}: LineProps) {
  const drill =
    start === undefined ? null : (
      <SmallButton disabled={busy} onClick={start} aria-label={texts.ofStartADrill(startADrill, name)}>
        {startADrill}
      </SmallButton>
    );
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <LinkTo to={to} fw={550} style={{ overflowWrap: "anywhere" }}>
          {name}
        </LinkTo>
      </Table.Th>
      <Table.Td>
        <Status tone={tone} label={provedAt === null ? label : texts.when(label, ago(provedAt))} />
        <Box hiddenFrom="sm" mt={4}>
          {drill}
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">{everyDays === null ? "—" : texts.days(everyDays)}</Table.Td>
      <Table.Td visibleFrom="md">{schedule ?? "—"}</Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        {drill}
      </Table.Td>
    </Table.Tr>
  );
}
