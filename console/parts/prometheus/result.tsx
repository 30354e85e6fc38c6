/** What connecting a Prometheus made, what it answered, who evaluates SLOs there, and the next step. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { Outcome } from "../../kinds/connection-tests/outcome.tsx";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { CodeBlock } from "../code-block.tsx";
import { CopyButton } from "../copy.tsx";
import { agentCommand } from "../engines/state.ts";
import { useRenders } from "../engines/use-renders.ts";
import { newPath, rowPath } from "../paths.ts";
import { RichText } from "../rich-text.tsx";
import { LinkIn, Quiet } from "../text.tsx";
import type { Connected } from "./connect.ts";
import * as texts from "./texts.ts";

interface ResultProps {
  readonly made: Connected;
  readonly outcome: AskOutcome | undefined;
}

export function Result({ made, outcome }: ResultProps) {
  const here = useHere();
  const { name, connectorId, dataSourceId } = made;
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <Stack gap="lg" className="form" aria-live="polite">
      <div>
        {outcome === undefined ? <Text size="sm">{texts.madeWithout}</Text> : <Outcome outcome={outcome} />}
        <Text size="sm" mt="sm">
          <RichText
            of={texts.itIsTheDataSource}
            name={<LinkIn to={rowPath(here.slug, kindNames.dataSource, dataSourceId)}>{name}</LinkIn>}
            name2={<LinkIn to={rowPath(here.slug, kindNames.connector, connectorId)}>{name}</LinkIn>}
          />
        </Text>
      </div>
      <Group gap="sm">
        <Button
          ref={next}
          component={Link}
          to={newPath(here.slug, kindNames.sli)}
          search={{ data_source_id: dataSourceId } as never}
        >
          {texts.next}
        </Button>
        <Quiet>{texts.nextAbout}</Quiet>
      </Group>
      <WhoEvaluates made={made} />
    </Stack>
  );
}

/** Nothing where the service does it, or an agent has reported. */
function WhoEvaluates({ made: { name, connectorId } }: { readonly made: Connected }) {
  const here = useHere();
  const render = useRenders().data?.data.find(({ connector_id }) => connector_id === connectorId);
  if (render === undefined || render.brought_by === "service" || render.applied !== null) return null;
  const command = agentCommand({ name });
  return (
    <Alert color="gray" title={texts.nobodyEvaluatesSlosThereYet} role="note">
      <Text size="sm" mb="xs">
        {texts.prometheusTakesRulesFromFiles}
      </Text>
      <Group align="flex-start" wrap="nowrap" gap="xs">
        <CodeBlock label={texts.theAgentsCommand} name="agent" wrap style={{ flex: 1 }}>
          {command}
        </CodeBlock>
        <CopyButton value={command} label={texts.copy} />
      </Group>
      <Text size="sm" mt="xs">
        <RichText
          of={texts.itsKeyIsMade}
          name={<LinkIn to={rowPath(here.slug, kindNames.connector, connectorId)}>{name}</LinkIn>}
        />
      </Text>
    </Alert>
  );
}
