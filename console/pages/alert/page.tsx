/** One alert: what it is, what happened to it and what is to come, and what can be done about it. */
import { Anchor, Button, Group, Kbd, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Resolution, RuleTaking, Taking, WholeAlert, Withheld } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { act as call, Refused } from "../../api/client.ts";
import { readQuery, rowOf, useDefinition, useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { aboutAlerts } from "../../kinds/special.ts";
import { AskRoute } from "../../parts/alerts/ask-route.tsx";
import { ControlButtons, useControls } from "../../parts/alerts/controls.tsx";
import { alertKeys, KeysDialog, useKeys } from "../../parts/alerts/keys.tsx";
import { Marks, SeverityMark } from "../../parts/alerts/row.tsx";
import { TakingLines } from "../../parts/alerts/takings.tsx";
import { useAlert, useNow } from "../../parts/alerts/use-alerts.ts";
import { ageOf, sortedLabels, statusWords } from "../../parts/alerts/words.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Named } from "../../parts/cell.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page, Soon } from "../../parts/page.tsx";
import { alertPath, alertsPath, rowPath, servicePath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Fine, LinkIn, LinkTo, Quiet } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { nameOf } from "../../parts/words.ts";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import { type Entry, type MuteSeen, timelineOf } from "./timeline.ts";

export function AlertPage() {
  const { alert: id = "" } = useParams({ strict: false });
  const query = useAlert(id);
  const { data, error } = query;
  if (error instanceof Refused && error.status === 404) return <Missing what="alert" />;
  if (data === undefined)
    return (
      <Page title="Alert" above={<Back />}>
        <Loading of={query} />
      </Page>
    );
  return <Loaded key={id} alert={data} />;
}

function Loaded({ alert }: { readonly alert: WholeAlert }) {
  const here = useHere();
  const go = useNavigate();
  const now = useNow();
  const [controls, needed] = useControls();
  const [help, setHelp] = useState(false);
  const [act, setAct] = useState<string>();
  const { kinds } = useDefinitions();
  const acts = aboutAlerts.filter(({ kind }) =>
    kinds.some((definition) => definition.kind === kind && here.allows(definition.level)),
  );
  const chosen = acts.find(({ kind }) => kind === act);
  useKeys({
    a: () => controls.acknowledge(alert),
    r: () => controls.resolve(alert),
    m: () => controls.mute(alert),
    ...Object.fromEntries(acts.map(({ kind, key }) => [key, () => setAct(kind)])),
    u: () => void go({ to: alertsPath(here.slug) }),
    "?": () => setHelp(true),
  });
  const { title, status, service } = alert;
  return (
    <Page
      title={title}
      above={<Back />}
      about={
        <Group gap="sm">
          <SeverityMark severity={alert.severity} />
          <Text span size="sm">
            {status === "resolved"
              ? `Over after ${ageOf(alert, now)}`
              : `${statusWords.open} for ${ageOf(alert, now)}`}
          </Text>
          {service === null ? null : <LinkTo to={servicePath(here.slug, service)}>{service}</LinkTo>}
          <Marks alert={alert} />
        </Group>
      }
      action={
        <Group gap="xs">
          <ControlButtons alert={alert} controls={controls} size="sm" />
          {acts.map(({ kind, title }) => (
            <PlainButton key={kind} onClick={() => setAct(kind)}>
              {title}
            </PlainButton>
          ))}
          <Button
            variant="subtle"
            color="gray"
            visibleFrom="sm"
            onClick={() => setHelp(true)}
            rightSection={<Kbd size="xs">?</Kbd>}
          >
            Keys
          </Button>
        </Group>
      }
    >
      {needed}
      {chosen === undefined ? null : (
        <Soon>
          <chosen.Dialog alert={alert} close={() => setAct(undefined)} />
        </Soon>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: "start" }}>
        <div style={{ minWidth: 0 }}>
          <Story alert={alert} />
        </div>
        <Details alert={alert} />
      </SimpleGrid>
      {help ? <KeysDialog keys={alertKeys} close={() => setHelp(false)} /> : null}
    </Page>
  );
}

function Back() {
  const here = useHere();
  return <LinkTo to={alertsPath(here.slug)}>Alerts</LinkTo>;
}

function Details({ alert }: { readonly alert: WholeAlert }) {
  const here = useHere();
  const { labels, annotations, url, started_at, resolved_at, connector_id, fingerprint } = alert;
  const texts = (of: Readonly<Record<string, string>>) =>
    sortedLabels(of).map(([name, text]) => ({ title: name, value: <Value text={text} /> }));
  return (
    <Paper component="section" aria-label="Details" className="details">
      <Facts
        facts={[
          { title: "Started", value: <Moment at={started_at} /> },
          ...(resolved_at === null ? [] : [{ title: "Ended", value: <Moment at={resolved_at} /> }]),
          ...(url === null
            ? []
            : [
                {
                  title: annotations.runbook_url === url ? "Runbook" : "Raised at",
                  value: <Value text={url} />,
                },
              ]),
          {
            title: "From",
            value: (
              <LinkTo to={rowPath(here.slug, kindNames.connector, connector_id)} underline="always">
                <Named kind={kindNames.connector} id={connector_id} />
              </LinkTo>
            ),
          },
          { title: "Fingerprint", value: <Value text={fingerprint} /> },
        ]}
      />
      <Title order={2} mt="md" mb={6}>
        Labels
      </Title>
      <Facts facts={texts(labels)} />
      <AskRoute labels={labels}>Which route would get it now?</AskRoute>
      {Object.keys(annotations).length === 0 ? null : (
        <>
          <Title order={2} mt="md" mb={6}>
            Annotations
          </Title>
          <Facts facts={texts(annotations)} />
        </>
      )}
    </Paper>
  );
}

/** A text, and where it is an address of a page, the way there. */
function Value({ text }: { readonly text: string }) {
  const web = /^https?:\/\//.test(text) && URL.canParse(text);
  return web ? (
    <Anchor href={text} target="_blank" rel="noreferrer" size="sm" underline="always">
      {text}
    </Anchor>
  ) : (
    <Text size="sm" className="prewrap">
      {text}
    </Text>
  );
}

/** The timeline of an alert, and what each route and rule makes of it. */
function Story({ alert }: { readonly alert: WholeAlert }) {
  const here = useHere();
  const query = useQuery({
    ...readQuery<Resolution>(here.slug, namedActions.resolveAlertRoute, { labels: alert.labels }),
    staleTime: 60_000,
  });
  const mute = useMute(alert.muted_by);
  const { past, upcoming } = timelineOf(alert, query.data, mute);
  return (
    <>
      <KeptBack alert={alert} />
      <Card title="Timeline" gap="md" mb="md">
        <Entries entries={past} />
        {upcoming.length === 0 ? null : (
          <>
            <Title order={3} mt="xs" mb="sm">
              Upcoming
            </Title>
            <Entries entries={upcoming} />
          </>
        )}
        {alert.status === "acknowledged" ? (
          <Quiet>It is acknowledged: rules send nothing more, and routes do not repeat it.</Quiet>
        ) : null}
      </Card>
      <Refusal error={query.error} again={query} />
      {query.data === undefined ? null : <Takings resolution={query.data} />}
    </>
  );
}

/** What of it is kept back and why, and what is odd about it. */
function KeptBack({ alert: { withheld, warnings } }: { readonly alert: WholeAlert }) {
  const here = useHere();
  if (withheld.length + warnings.length === 0) return null;
  return (
    <Card title="Kept back" gap="xs" mb="md">
      {withheld.map(({ reason, by, alert_id }) => (
        <Text size="sm" key={`${reason} ${by?.id ?? ""}`}>
          {withheldWords[reason]}
          {by === null ? null : (
            <>
              {" "}
              <LinkIn to={rowPath(here.slug, by.kind, by.id)}>{by.name}</LinkIn>
            </>
          )}
          {alert_id === null ? null : (
            <>
              , because <LinkIn to={alertPath(here.slug, alert_id)}>another alert</LinkIn> is open
            </>
          )}
        </Text>
      ))}
      {warnings.map(({ message }) => (
        <Quiet key={message}>{`Note: ${message}.`}</Quiet>
      ))}
    </Card>
  );
}

const withheldWords: Readonly<Record<Withheld["reason"], string>> = {
  muted: "Nobody is notified: the mute",
  inhibited: "Nobody is notified: the inhibition",
  severity_none: "Its severity is none: no pager gets it, and no rule escalates it.",
};

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const here = useHere();
  return (
    <ol className="timeline">
      {entries.map(({ at, tone, text, row, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
        <li key={index}>
          <span className="dot" data-tone={tone} aria-hidden />
          <Group justify="space-between" gap="md" wrap="nowrap" align="baseline">
            <Text size="sm">
              {text}
              {row === undefined ? null : (
                <>
                  {" "}
                  <LinkIn to={rowPath(here.slug, row.kind, row.id)}>{row.name}</LinkIn>
                </>
              )}
            </Text>
            <Text span c="dimmed" style={{ flex: "none" }}>
              <Moment at={at} />
            </Text>
          </Group>
          {detail === undefined ? null : <Fine mt={2}>{detail}</Fine>}
        </li>
      ))}
    </ol>
  );
}

function useMute(id: string | null): MuteSeen | undefined {
  const here = useHere();
  const definition = useDefinition(kindNames.mute);
  const { data } = useQuery({
    queryKey: ["row", here.slug, kindNames.mute, id],
    queryFn: async () => rowOf(await call(here.slug, definition?.actionNames.get ?? "", { id })),
    enabled: id !== null && definition !== undefined,
  });
  if (id === null || data === undefined || definition === undefined) return undefined;
  const { row } = data;
  return {
    name: nameOf(definition, row),
    reason: String(row.reason),
    by: String(row.created_by ?? ""),
    startsAt: String(row.starts_at),
    expiresAt: String(row.expires_at),
  };
}

function Takings({ resolution: { routes, rules } }: { readonly resolution: Resolution }) {
  return (
    <Card title="Routes and rules" gap={0}>
      <Quiet mb="md">What the present configuration makes of an alert with these labels.</Quiet>
      <Stack gap="md">
        <Kind title="Alert routes" kind={kindNames.route} rows={routes} none="There is no alert route." />
        <Kind title="Outbound rules" kind={kindNames.rule} rows={rules} none="There is no outbound rule." />
      </Stack>
    </Card>
  );
}

interface KindProps {
  readonly title: string;
  readonly kind: string;
  readonly rows: readonly (Taking | RuleTaking)[];
  readonly none: string;
}

function Kind({ title, kind, rows, none }: KindProps) {
  const receivers = rows.filter(({ taken }) => taken);
  const others = rows.filter(({ taken }) => !taken);
  return (
    <div>
      <Title order={3} mb={6}>
        {title}
      </Title>
      {rows.length === 0 ? <Quiet>{none}</Quiet> : null}
      <TakingLines kind={kind} rows={receivers} />
      {others.length === 0 ? null : (
        <details className="change others" open={receivers.length === 0}>
          <summary>{others.length === 1 ? "1 does" : `${others.length} do`} not take it</summary>
          <TakingLines kind={kind} rows={others} />
        </details>
      )}
    </div>
  );
}
