/** What happened to an alert and what is to come, and what each route and rule makes of it. */
import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Resolution, RuleTaking, Taking, WholeAlert, Withheld } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { act as call } from "../../api/client.ts";
import { readQuery, rowOf, useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { TakingLines } from "../../parts/alerts/takings.tsx";
import { Card } from "../../parts/card.tsx";
import { OwnPages } from "../../parts/own-pages/own-pages.tsx";
import { alertPath, rowPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine, LinkIn, Quiet } from "../../parts/text.tsx";
import { TimedMoment } from "../../parts/time.tsx";
import { nameOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import { type Entry, type MuteSeen, timelineOf } from "./timeline.ts";

/** The timeline of an alert, and what each route and rule makes of it. */
export function Story({ alert }: { readonly alert: WholeAlert }) {
  const here = useHere();
  const query = useQuery({
    ...readQuery<Resolution>(here.slug, namedActions.resolveAlertRoute, { labels: alert.labels }),
    staleTime: 60_000,
  });
  const mute = useMute(alert.muted_by);
  const { past, upcoming } = timelineOf(alert, query.data, mute);
  return (
    <>
      <OwnPages alertId={alert.id} />
      <NotReached alert={alert} />
      <KeptBack alert={alert} />
      <Card title={texts.timeline} gap="md" mb="md">
        <Entries entries={past} />
        {upcoming.length === 0 ? null : (
          <>
            <Title order={3} mt="xs" mb="sm">
              {texts.upcoming}
            </Title>
            <Entries entries={upcoming} />
          </>
        )}
        {alert.status === "acknowledged" ? <Quiet>{texts.itIsAcknowledgedRulesSend}</Quiet> : null}
      </Card>
      <Refusal error={query.error} again={query} />
      {query.data === undefined ? null : <Takings resolution={query.data} />}
    </>
  );
}

/** That nobody learnt of it, and why. */
function NotReached({ alert: { reached, status } }: { readonly alert: WholeAlert }) {
  if (reached.status !== "nobody") return null;
  return (
    <Alert color={status === "resolved" ? "gray" : "red"} title={texts.reachedNobody} mb="md" role="alert">
      {reached.reason}
    </Alert>
  );
}

/** What of it is kept back and why, and what is odd about it. */
function KeptBack({ alert: { withheld, warnings } }: { readonly alert: WholeAlert }) {
  const here = useHere();
  if (withheld.length + warnings.length === 0) return null;
  return (
    <Card title={texts.keptBack} gap="xs" mb="md">
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
            <RichText
              of={texts.becauseAnotherAlertIsOpen}
              link={(part) => <LinkIn to={alertPath(here.slug, alert_id)}>{part}</LinkIn>}
            />
          )}
        </Text>
      ))}
      {warnings.map(({ message }) => (
        <Quiet key={message}>{texts.note(message)}</Quiet>
      ))}
    </Card>
  );
}

const withheldWords: Readonly<Record<Withheld["reason"], string>> = {
  muted: texts.nobodyIsNotifiedTheMute,
  inhibited: texts.nobodyIsNotifiedTheInhibition,
  severity_none: texts.itsSeverityIsNone,
};

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  const here = useHere();
  return (
    <ol className="timeline">
      {entries.map(({ at, tone, text, row, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same
        <li key={index}>
          <span className="dot" data-tone={tone} aria-hidden />
          {/* On a phone the time stands below its line. */}
          <Group justify="space-between" gap="0 16px" align="baseline">
            <Text size="sm" style={{ flex: "1 1 210px", minWidth: 0 }}>
              {text}
              {row === undefined ? null : (
                <>
                  {" "}
                  <LinkIn to={rowPath(here.slug, row.kind, row.id)}>{row.name}</LinkIn>
                </>
              )}
            </Text>
            <Text span size="sm" c="dimmed" style={{ flex: "none" }}>
              <TimedMoment at={at} />
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
    <Card title={texts.routesAndRules} gap={0}>
      <Quiet mb="md">{texts.whatThePresentConfigurationMakes}</Quiet>
      <Stack gap="md">
        <Kind
          title={texts.alertRoutes}
          kind={kindNames.route}
          rows={routes}
          none={texts.thereIsNoAlertRoute}
        />
        <Kind
          title={texts.outboundRules}
          kind={kindNames.rule}
          rows={rules}
          none={texts.thereIsNoOutboundRule}
        />
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
          <summary>{texts.doNotTakeIt(others.length)}</summary>
          <TakingLines kind={kind} rows={others} />
        </details>
      )}
    </div>
  );
}
