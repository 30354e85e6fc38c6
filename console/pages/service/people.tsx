/** Who is notified of the alerts of the service, now and at night: people and channels, each with when. */
import { Group, SegmentedControl, Stack, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ServiceResolution } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { readQuery } from "../../api/queries.ts";
import type { ServiceFacts } from "../../api/service-shapes.ts";
import { AskRoute } from "../../parts/alerts/ask-route.tsx";
import { NotKnown } from "../../parts/alerts/delivery.tsx";
import { RecipientList } from "../../parts/alerts/recipient-list.tsx";
import { Card } from "../../parts/card.tsx";
import { Chevron } from "../../parts/chevron.tsx";
import { useDrills } from "../../parts/drills/use-drills.ts";
import { drillTones } from "../../parts/drills/words.ts";
import { Loading } from "../../parts/loading.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { momentOf } from "../../parts/spoken-time.ts";
import { Status } from "../../parts/status.tsx";
import { Fine, Quiet } from "../../parts/text.tsx";
import { exactMinute, Moment, readable, useTimeZone } from "../../parts/time.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { Receivers } from "./receivers.tsx";
import * as texts from "./texts.ts";

const times = [
  { value: "now", label: texts.now },
  { value: "night", label: texts.atNight },
] as const;

export function People({ facts }: { readonly facts: ServiceFacts }) {
  const zone = useTimeZone();
  const [when, setWhen] = useState("now");
  const [opened] = useState(Date.now);
  const [open, setOpen] = useState(false);
  const id = useId();
  const night = momentOf("night", opened, zone);
  return (
    <Card
      title={texts.whoIsNotified}
      about={texts.ofItsAlerts}
      action={
        <SegmentedControl
          size="xs"
          aria-label={texts.when}
          value={when}
          onChange={setWhen}
          data={[...times]}
        />
      }
    >
      {when === "night" && night !== undefined ? (
        <Fine mb="xs">
          {exactMinute(night, zone)} ({zone})
        </Fine>
      ) : null}
      <Recipients service={facts.service} at={when === "night" ? night : undefined} />
      <LastTest service={facts.service} />
      <UnstyledButton
        className="fold"
        fz="sm"
        mt="sm"
        ml={0}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <RichText of={texts.routesRulesAndMutes} chevron={<Chevron open={open} />} />
      </UnstyledButton>
      <div id={id}>{open ? <Receivers facts={facts} /> : null}</div>
      <div style={{ marginTop: 6 }}>
        <AskRoute labels={{ service: facts.service }}>{texts.whichRouteGetsAnAlert}</AskRoute>
      </div>
    </Card>
  );
}

interface RecipientsProps {
  readonly service: string;
  /** RFC 3339; left out for now. */
  readonly at: string | undefined;
}

function Recipients({ service, at }: RecipientsProps) {
  const here = useHere();
  const zone = useTimeZone();
  const query = useQuery(
    readQuery<ServiceResolution>(here.slug, namedActions.getServiceNotified, {
      service,
      ...(at === undefined ? {} : { at }),
    }),
  );
  const { data } = query;
  if (data === undefined) return <Loading of={query} count={3} />;
  const { muted_by: mutes, inhibited_by: inhibition, recipients, next_change: next } = data;
  return (
    <Stack gap={6}>
      {mutes.map(({ id, reason, holds_until }) => (
        <Text key={id} size="sm" component="div">
          <Status tone="warning" label={texts.itWouldBeMutedUntil(exactMinute(holds_until, zone), reason)} />
        </Text>
      ))}
      {inhibition === null ? null : (
        <Text size="sm" component="div">
          <Status tone="warning" label={texts.itWouldBeInhibitedBy(inhibition.alert_title)} />
        </Text>
      )}
      {recipients.length === 0 && mutes.length === 0 && inhibition === null ? (
        <Text size="sm" component="div">
          <Status tone="warning" label={texts.nobodyWouldBeNotified} />
        </Text>
      ) : null}
      <RecipientList recipients={recipients} />
      <KeptBack alerts={data.alerts} isAll={mutes.length > 0 || inhibition !== null} />
      <NotKnown unknown={data.unknown} />
      {next === null ? null : <Quiet>{readable(next.message, zone)}</Quiet>}
    </Stack>
  );
}

/** Alerts of the service that are kept back while others of it go on. */
function KeptBack({ alerts, isAll }: Pick<ServiceResolution, "alerts"> & { readonly isAll: boolean }) {
  return alerts.map(({ labels, kept_back: why }) =>
    why === null || isAll ? null : (
      <Text key={JSON.stringify(labels)} size="sm" component="div">
        <Status tone="warning" label={texts.oneIsKeptBack(labels.alertname ?? "", why)} />
      </Text>
    ),
  );
}

/** What the last test showed: it stays until there is another one. */
function LastTest({ service }: { readonly service: string }) {
  const { data } = useDrills({ service });
  const drill = data?.pages[0]?.data[0];
  if (drill === undefined) return <Fine mt="xs">{texts.neverTested}</Fine>;
  return (
    <Group gap="xs" mt="xs">
      <Fine>{texts.lastTest}</Fine>
      <Status tone={drillTones[drill.status]} label={words(drill.status)} />
      <Fine>
        <Moment at={drill.started_at} />
      </Fine>
    </Group>
  );
}
