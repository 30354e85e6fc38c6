/** Which route gets an alert with these labels: asked before it matters. */
import { Alert, Group, Select, Stack, Table, Text, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Json } from "../../../../src/kernel/field.ts";
import type { Alert as Fired, Resolution, RuleTaking, Taking } from "../../../api/alert-shapes.ts";
import { namedActions } from "../../../api/calls.ts";
import { readQuery } from "../../../api/queries.ts";
import { DeliveryMark, NotKnown } from "../../../parts/alerts/delivery.tsx";
import { labelsIn, labelsText } from "../../../parts/alerts/labels-text.ts";
import { TakingLines } from "../../../parts/alerts/takings.tsx";
import { span } from "../../../parts/alerts/words.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { notifiedPath } from "../../../parts/paths.ts";
import { RichText } from "../../../parts/rich-text.tsx";
import { Fine, LinkTo, Quiet } from "../../../parts/text.tsx";
import { Moment } from "../../../parts/time.tsx";
import { phrase } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import * as texts from "./texts.ts";

export function RouteQuestion() {
  const here = useHere();
  const asked = useSearch({ strict: false }) as { labels?: string };
  const [text, setText] = useState(asked.labels ?? "");
  const [problem, setProblem] = useState<string>();
  const go = useNavigate();
  const put = (labels: string) => {
    const read = labelsIn(labels);
    setProblem(read.problem);
    if (read.problem === undefined) void go({ to: ".", search: { labels }, replace: true });
  };
  return (
    <Card
      title={texts.whichRouteGetsThisAlert}
      about={texts.nothingIsSent}
      mt="xl"
      action={<LinkTo to={notifiedPath(here.slug)}>{texts.allRoutesInAPicture}</LinkTo>}
    >
      <Form submit={() => put(text)}>
        <Stack gap="xs" mb="sm" className="form">
          <Recent
            take={(labels) => {
              setText(labels);
              put(labels);
            }}
          />
          <Textarea
            label={texts.labels}
            description={texts.onePerLine}
            placeholder={"severity=critical\nservice=checkout"}
            autosize
            minRows={2}
            maxRows={12}
            classNames={{ input: "mono" }}
            value={text}
            error={problem}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group>
            <PlainButton type="submit">{texts.ask}</PlainButton>
          </Group>
        </Stack>
      </Form>
      {asked.labels === undefined ? null : <Answer labels={labelsIn(asked.labels).labels} />}
    </Card>
  );
}

/** As many as a list can show without search. */
const mostRecent = 50;

function Recent({ take }: { readonly take: (labels: string) => void }) {
  const here = useHere();
  const query = useQuery(
    readQuery<{ readonly data: readonly Fired[] }>(here.slug, namedActions.listAlerts, {}),
  );
  const alerts = query.data?.data.slice(0, mostRecent) ?? [];
  if (alerts.length === 0) return null;
  return (
    <Select
      label={texts.aRecentAlert}
      placeholder={texts.useItsLabels}
      searchable
      value={null}
      data={alerts.map(({ id, title, service }) => ({
        value: id,
        label: service === null ? title : `${title} · ${service}`,
      }))}
      onChange={(id) => {
        const alert = alerts.find((one) => one.id === id);
        if (alert !== undefined) take(labelsText(alert.labels));
      }}
    />
  );
}

function Answer({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  const here = useHere();
  const query = useQuery(
    readQuery<Resolution>(here.slug, namedActions.resolveAlertRoute, {
      labels: labels as Readonly<Record<string, Json>>,
    }),
  );
  const { data } = query;
  if (data === undefined) return <Loading of={query} count={3} />;
  return <Resolved answer={data} />;
}

function Resolved({ answer }: { readonly answer: Resolution }) {
  const { muted_by, inhibited_by, next_change, routes, rules, recipients } = answer;
  return (
    <Stack gap="md" role="status">
      <Text fw={550}>{verdictOf(answer)}</Text>
      {muted_by.map(({ id, pattern, matchers, reason, holds_until }) => (
        <Alert key={id} color="yellow" p="xs">
          <RichText
            of={texts.aMuteStopsItUntil}
            words={<span className="mono">{pattern ?? matchers.join(", ")}</span>}
            moment={<Moment at={holds_until} />}
            reason={reason}
          />
        </Alert>
      ))}
      {inhibited_by === null ? null : (
        <Alert color="yellow" p="xs">
          {texts.theInhibitionStopsItWhile(inhibited_by.name, inhibited_by.alert_title)}
        </Alert>
      )}
      {next_change === null ? null : <Quiet>{texts.nextChange(next_change.message)}</Quiet>}
      <NotKnown unknown={answer.unknown} />
      {(answer.deciding ?? []).map(({ label, ways }) => (
        <Quiet key={label}>
          {texts.wouldDecide(label)}{" "}
          {ways.map(({ values, routes: by, kept_back }) => texts.leadsTo(values, by, kept_back)).join("; ")}
        </Quiet>
      ))}
      <Takings title={texts.routes} kind={kindNames.route} rows={routes} />
      {rules.length === 0 ? null : <Takings title={texts.rules} kind={kindNames.rule} rows={rules} />}
      {recipients.length === 0 ? null : (
        <div>
          <Title order={3} size="sm" mb={4}>
            {texts.whoIsNotified}
          </Title>
          <Table verticalSpacing={6} horizontalSpacing={0} highlightOnHover={false}>
            <Table.Tbody>
              {recipients.map(({ target, kind, name, first_at_seconds, delivery }) => (
                <Table.Tr key={`${target}/${kind}/${name}`}>
                  <Table.Th scope="row" fw={400} pr="md" style={{ overflowWrap: "anywhere" }}>
                    <Text span size="sm" fw={400}>
                      {target} <Fine span>{phrase(kind)}</Fine>
                    </Text>
                    <DeliveryMark of={delivery} />
                  </Table.Th>
                  <Table.Td>
                    <Quiet>{texts.byAfter(name, first_at_seconds, span(first_at_seconds * 1_000))}</Quiet>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Stack>
  );
}

function verdictOf({ muted_by, inhibited_by, routes, recipients }: Resolution): string {
  if (muted_by.length > 0) return texts.nobodyIsNotified;
  if (inhibited_by !== null) return texts.nobodyIsNotifiedAnotherAlert;
  const receivers = routes.filter(({ taken }) => taken).map(({ name }) => name);
  if (receivers.length > 0) return texts.itGoesTo(receivers.join(", then "));
  return recipients.length === 0 ? texts.noRouteTakes : texts.noRouteTakesIt;
}

interface TakingsProps {
  readonly title: string;
  readonly kind: string;
  readonly rows: readonly (Taking | RuleTaking)[];
}

function Takings({ title, kind, rows }: TakingsProps) {
  return (
    <div>
      <Title order={3} size="sm" mb={4}>
        {title}
      </Title>
      {rows.length === 0 ? <Quiet>{texts.thereAreNone}</Quiet> : <TakingLines kind={kind} rows={rows} />}
    </div>
  );
}
