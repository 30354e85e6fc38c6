/** One line of what needs attention: what it is, since when, and its act. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { useAlertAction, useAlertRights } from "../alerts/use-alerts.ts";
import { alertPath, changesPath, kindPath, pathOf, proposalPath } from "../paths.ts";
import { messageOf } from "../refusal.tsx";
import { Status } from "../status.tsx";
import { LinkTo } from "../text.tsx";
import { Moment, readable, useTimeZone } from "../time.tsx";
import { words } from "../words.ts";
import * as texts from "./texts.ts";
import type { Pressing } from "./urgency.ts";
import { actOf } from "./words.ts";

export function PressingLine({ item }: { readonly item: Pressing }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const zone = useTimeZone();
  const { section, resource, id, name, tone, state, why, since, by, urgency } = item;
  const path =
    section === "alerts"
      ? alertPath(here.slug, id)
      : section === "audit"
        ? changesPath(here.slug)
        : section === "proposals"
          ? proposalPath(here.slug, id)
          : pathOf(here.slug, kinds, resource, id);
  const label = by === null ? words(state) : texts.tookIt(by);
  return (
    <li className="pressing" data-urgency={urgency}>
      <div style={{ minWidth: 0 }}>
        <LinkTo to={path} fw={550} lineClamp={2}>
          {name}
        </LinkTo>
        <Group gap="0 12px" className="need">
          <Status tone={tone} label={label} />
          {why === null ? null : <span>{readable(why, zone)}</span>}
          {since === null ? null : <Moment at={since} />}
        </Group>
      </div>
      {section === "alerts" && by === null ? (
        <Take id={id} name={name} />
      ) : (
        <Button
          component={Link}
          to={section === "unmeasured" ? kindPath(here.slug, kindNames.connector) : path}
          size="compact-sm"
          variant="default"
          className="act"
          aria-label={`${actOf(item)}: ${name}`}
        >
          {actOf(item)}
        </Button>
      )}
    </li>
  );
}

function Take({ id, name }: { readonly id: string; readonly name: string }) {
  const rights = useAlertRights();
  const acknowledge = useAlertAction("acknowledgeAlert");
  if (!rights.acknowledge) return null;
  return (
    <Stack gap={2} align="flex-end" className="act">
      <Button
        size="compact-sm"
        loading={acknowledge.isPending}
        aria-label={texts.takeName(name)}
        title={texts.acknowledgeItOthersSee}
        onClick={() => acknowledge.mutate(id)}
      >
        {texts.take}
      </Button>
      {acknowledge.error === null ? null : (
        <Text size="xs" c="var(--mantine-color-error)" ta="right" maw={200} role="alert">
          {messageOf(acknowledge.error)}
        </Text>
      )}
    </Stack>
  );
}
