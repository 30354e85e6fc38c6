/** What was made, and how far its test has come. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { problemsOf } from "../../forms/context.ts";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton } from "../../parts/buttons.tsx";
import { DrillCard } from "../../parts/drills/drill-card.tsx";
import { notifiedPath, rowPath } from "../../parts/paths.ts";
import { messageOf } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";
import type { Made } from "./use-sending.ts";

interface ResultProps {
  readonly made: Made;
  /** Begins again, with an empty form. */
  readonly another: () => void;
}

export function Result({ made: { team, name, targetId, routeId, untested }, another }: ResultProps) {
  const here = useHere();
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <Stack gap="lg" className="form">
      <div aria-live="polite">
        <Text size="sm">
          <RichText
            of={texts.theRouteSendsAlerts}
            name={<LinkIn to={rowPath(here.slug, kindNames.route, routeId)}>{name}</LinkIn>}
            team={team}
            name2={<LinkIn to={rowPath(here.slug, kindNames.target, targetId)}>{name}</LinkIn>}
          />
        </Text>
        {untested === null ? null : <Untested why={untested} route={routeId} />}
      </div>
      <DrillCard about={{ route_id: routeId }} />
      <Group gap="sm">
        <Button
          ref={next}
          component={Link}
          to={notifiedPath(here.slug)}
          search={{ through: `route:${routeId}` } as never}
        >
          {texts.picture}
        </Button>
        <PlainButton onClick={another}>{texts.another}</PlainButton>
      </Group>
    </Stack>
  );
}

interface UntestedProps {
  readonly why: unknown;
  /** The id of the route that was made. */
  readonly route: string;
}

/** Both are there, and no made-up alert comes through: most often a route before takes what this one would. */
function Untested({ why, route }: UntestedProps) {
  const here = useHere();
  const [refused] = problemsOf(why).values();
  return (
    <Alert color="yellow" role="alert" title={texts.untested} mt="sm">
      <Text size="sm">
        {refused ?? messageOf(why)}{" "}
        <LinkIn to={rowPath(here.slug, kindNames.route, route)} search={{ view: "edit" }}>
          {texts.place}
        </LinkIn>
      </Text>
    </Alert>
  );
}
