/** One alert: what it is, what happened to it and what is to come, and what can be done about it. */
import { Anchor, Button, Group, Kbd, Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { WholeAlert } from "../../api/alert-shapes.ts";
import { Refused } from "../../api/client.ts";
import { useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { aboutAlerts } from "../../kinds/special.ts";
import { AskRoute } from "../../parts/alerts/ask-route.tsx";
import { ControlButtons, useControls } from "../../parts/alerts/controls.tsx";
import { alertKeys, KeysDialog, useKeys } from "../../parts/alerts/keys.tsx";
import { Marks, SeverityMark } from "../../parts/alerts/row.tsx";
import { useAlert, useNow } from "../../parts/alerts/use-alerts.ts";
import { ageOf, sortedLabels, statusWords } from "../../parts/alerts/words.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { Named } from "../../parts/cell.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Page, Soon } from "../../parts/page.tsx";
import { alertsPath, rowPath, servicePath } from "../../parts/paths.ts";
import { useSay } from "../../parts/say.tsx";
import { LinkTo } from "../../parts/text.tsx";
import { TimedMoment } from "../../parts/time.tsx";
import { Missing } from "../../shell/missing.tsx";
import { useHere } from "../../shell/session.ts";
import { Story } from "./story.tsx";
import * as texts from "./texts.ts";
import { WhyNotified } from "./why.tsx";

export function AlertPage() {
  const { alert: id = "" } = useParams({ strict: false });
  const query = useAlert(id);
  const { data, error } = query;
  if (error instanceof Refused && error.status === 404) return <Missing what={texts.alert} />;
  if (data === undefined)
    return (
      <Page title={texts.alertTitle} above={<Back />}>
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
  const why = useRef<HTMLInputElement>(null);
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
    w: () => why.current?.focus(),
    u: () => void go({ to: alertsPath(here.slug) }),
    "?": () => setHelp(true),
  });
  const { title, status, service } = alert;
  useSay(`${title}: ${statusWords[status]}`);
  return (
    <Page
      title={title}
      above={<Back />}
      about={
        <Group gap="sm">
          <SeverityMark severity={alert.severity} />
          <Text span size="sm">
            {status === "resolved"
              ? texts.overAfter(ageOf(alert, now))
              : texts.forOpen(statusWords.open, ageOf(alert, now))}
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
            {texts.keys}
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
          <WhyNotified alert={alert} field={why} />
        </div>
        <Details alert={alert} />
      </SimpleGrid>
      {help ? <KeysDialog keys={alertKeys} close={() => setHelp(false)} /> : null}
    </Page>
  );
}

function Back() {
  const here = useHere();
  return <LinkTo to={alertsPath(here.slug)}>{texts.alerts}</LinkTo>;
}

function Details({ alert }: { readonly alert: WholeAlert }) {
  const here = useHere();
  const { labels, annotations, url, started_at, resolved_at, ended_because, connector_id, fingerprint } =
    alert;
  // The title and the runbook stand above, once.
  const others = Object.fromEntries(
    Object.entries(annotations).filter(([, text]) => text !== url && text !== alert.title),
  );
  const valuesOf = (of: Readonly<Record<string, string>>) =>
    sortedLabels(of).map(([name, text]) => ({ title: name, value: <Value text={text} /> }));
  return (
    <Paper component="section" aria-label={texts.details} className="details">
      <Facts
        facts={[
          { title: texts.started, value: <TimedMoment at={started_at} /> },
          ...(resolved_at === null ? [] : [{ title: texts.ended, value: <TimedMoment at={resolved_at} /> }]),
          ...(ended_because === null
            ? []
            : [{ title: texts.endedBecause, value: <Value text={ended_because} /> }]),
          ...(url === null
            ? []
            : [
                {
                  title: annotations.runbook_url === url ? texts.runbook : texts.raisedAt,
                  value: <Value text={url} />,
                },
              ]),
          {
            title: texts.from,
            value: (
              <LinkTo to={rowPath(here.slug, kindNames.connector, connector_id)} underline="always">
                <Named kind={kindNames.connector} id={connector_id} />
              </LinkTo>
            ),
          },
          { title: texts.fingerprint, value: <Value text={fingerprint} /> },
        ]}
      />
      <Title order={2} mt="md" mb={6}>
        {texts.labels}
      </Title>
      <Facts facts={valuesOf(labels)} />
      <AskRoute labels={labels}>{texts.whichRouteWouldGet}</AskRoute>
      {Object.keys(others).length === 0 ? null : (
        <>
          <Title order={2} mt="md" mb={6}>
            {texts.annotations}
          </Title>
          <Facts facts={valuesOf(others)} />
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
