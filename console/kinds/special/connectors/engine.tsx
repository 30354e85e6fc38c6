/** At a connector that something is rendered for: what its engine is given, and whether it runs it. */
import { Alert, Anchor, Drawer, Group, List, Paper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EngineScope } from "../../../../src/kernel/access.ts";
import { figure } from "../../../../src/kernel/readable.ts";
import { namedActions } from "../../../api/calls.ts";
import type { Render, RenderedFiles } from "../../../api/engine-shapes.ts";
import { readQuery } from "../../../api/queries.ts";
import { SmallButton } from "../../../parts/buttons.tsx";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { CopyButton } from "../../../parts/copy.tsx";
import { RefusedRows } from "../../../parts/engines/refused.tsx";
import { agentCommand, agentState, engineState, shortDigest } from "../../../parts/engines/state.ts";
import { useRenders } from "../../../parts/engines/use-renders.ts";
import { type Fact, Facts } from "../../../parts/facts.tsx";
import { Loading } from "../../../parts/loading.tsx";
import { OneTimeSecretDialog } from "../../../parts/one-time-secret.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { sizeText } from "../../../parts/size-text.ts";
import { Status } from "../../../parts/status.tsx";
import { Fine, Quiet, QuietPart } from "../../../parts/text.tsx";
import { Moment, Sentence } from "../../../parts/time.tsx";
import { useNewKey } from "../../../parts/use-new-key.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function Engine({ loaded: { row } }: PartProps) {
  const query = useRenders();
  const render = query.data?.data.find(({ connector_id }) => connector_id === row.id);
  if (query.data === undefined) return <Refusal error={query.error} again={query} />;
  return render === undefined ? null : <Given render={render} />;
}

function Given({ render }: { readonly render: Render }) {
  const { connector_id, files, refusals, applied, agents } = render;
  const [shown, setShown] = useState<string>();
  const { tone, label } = engineState(render, Date.now());
  return (
    <Paper component="section" aria-label={texts.engine}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2}>{texts.engine}</Title>
        <Status tone={tone} label={label} />
      </Group>
      {applied === null ? <NotBrought render={render} /> : null}
      {applied === null || applied.message === null ? null : (
        <Alert color={applied.ok ? "yellow" : "red"} mb="sm" p="xs" style={{ overflowWrap: "anywhere" }}>
          <Sentence>{applied.message}</Sentence>
        </Alert>
      )}
      <Facts facts={factsOf(render)} />
      {render.enabled && agents.length > 1 ? <Agents render={render} /> : null}
      <Title order={3} mt="md" mb={4} size="sm">
        {texts.files}
      </Title>
      {files.length === 0 ? (
        <Quiet>{texts.none}</Quiet>
      ) : (
        <List size="sm" spacing={4} listStyleType="none">
          {files.map((file) => (
            <List.Item key={file.name}>
              <Anchor component="button" type="button" size="sm" onClick={() => setShown(file.name)}>
                <span className="mono">{file.name}</span>
              </Anchor>{" "}
              <Fine span>{sizeText(file.bytes)}</Fine>
            </List.Item>
          ))}
        </List>
      )}
      {refusals.length === 0 ? null : (
        <>
          <Title order={3} mt="md" mb={4} size="sm">
            {texts.notTaken(figure(refusals.length))}
          </Title>
          <RefusedRows refusals={refusals} />
        </>
      )}
      <EngineKeys
        id={connector_id}
        connector={render.name}
        sendsAlerts={["alertmanager", "mimir"].includes(render.connector_type)}
      />
      {shown === undefined ? null : (
        <FileDrawer connectorId={connector_id} name={shown} close={() => setShown(undefined)} />
      )}
    </Paper>
  );
}

/** What is to be done so that the engine runs it. */
function NotBrought({ render }: { readonly render: Render }) {
  if (render.brought_by === "service")
    return (
      <Text size="sm" mb="sm">
        {texts.thisServiceBrings}
      </Text>
    );
  if (render.brought_by === "nobody")
    return (
      <Text size="sm" mb="sm">
        {texts.nothingBrings}
      </Text>
    );
  const command = agentCommand(render);
  return (
    <>
      <Text size="sm" mb={4}>
        {texts.noAgentHasReported}
      </Text>
      <Group gap="xs" mb="sm">
        <Text component="code" size="xs" className="mono" style={{ overflowWrap: "anywhere" }}>
          {command}
        </Text>
        <CopyButton value={command} label={texts.copyTheCommand} />
      </Group>
    </>
  );
}

/** Each of several agents by itself: the facts above are of the one that is worst off. */
function Agents({ render: { agents, digest } }: { readonly render: Render }) {
  return (
    <>
      <Title order={3} mt="md" mb={4} size="sm">
        {texts.agentsCount(agents.length)}
      </Title>
      <List size="sm" spacing={4} listStyleType="none" aria-label={texts.agents}>
        {agents.map((agent) => {
          const { tone, label } = agentState(agent, digest, Date.now());
          return (
            <List.Item key={agent.instance ?? ""} style={{ overflowWrap: "anywhere" }}>
              <Text span size="sm" className="mono">
                {agent.instance ?? texts.withoutAName}
              </Text>{" "}
              <Status tone={tone} label={label} />{" "}
              <Fine span>
                <Moment at={agent.at} />
                {agent.version === null ? null : ` · ${agent.version}`}
                {agent.message === null ? null : <Sentence>{` · ${agent.message}`}</Sentence>}
              </Fine>
            </List.Item>
          );
        })}
      </List>
    </>
  );
}

function factsOf({ digest, applied }: Render): readonly Fact[] {
  return [
    { title: texts.renderedNow, value: <Digest value={digest} /> },
    { title: texts.engineRuns, value: <Digest value={applied?.running_digest ?? null} /> },
    { title: texts.lastReport, value: <Moment at={applied?.at} /> },
    { title: texts.enginesVersion, value: applied?.version ?? "unknown" },
  ];
}

function Digest({ value }: { readonly value: string | null }) {
  if (value === null) return <QuietPart>{texts.nothingYet}</QuietPart>;
  return (
    <Text span size="xs" className="mono" title={value}>
      {shortDigest(value)}
    </Text>
  );
}

interface FileDrawerProps {
  readonly connectorId: string;
  readonly name: string;
  readonly close: () => void;
}

function FileDrawer({ connectorId, name, close }: FileDrawerProps) {
  const here = useHere();
  const query = useQuery(
    readQuery<RenderedFiles>(here.slug, namedActions.getRender, { connector_id: connectorId }),
  );
  const { data } = query;
  const file = data?.files.find((one) => one.name === name);
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="xl"
      title={name}
      closeButtonProps={{ "aria-label": texts.close }}
    >
      <Loading of={query} />
      {data !== undefined && file === undefined ? <Text size="sm">{texts.theEngineNoLongerGets}</Text> : null}
      {data === undefined || file === undefined ? null : (
        <>
          <Group justify="space-between" mb={8} wrap="nowrap">
            <Fine>{texts.asItIsRenderedNow(data.connector.version)}</Fine>
            <CopyButton value={file.content} label={texts.copyTheFile} />
          </Group>
          <CodeBlock label={name} name="rendered">
            {file.content === "" ? texts.empty : file.content}
          </CodeBlock>
        </>
      )}
    </Drawer>
  );
}

/** At a connector with an engine: keys for its agent and for what sends alerts, each made by one click. */

interface EngineKey {
  readonly label: string;
  readonly name: string;
  readonly scopes: readonly EngineScope[];
}

/** An engine that sends alerts does so with the key of its agent, unless it is given one of its own. */
function keysOf(connector: string, sendsAlerts: boolean): readonly EngineKey[] {
  const agent = { label: texts.newAgentKey, name: texts.agentOf(connector) };
  if (!sendsAlerts) return [{ ...agent, scopes: ["engine:agent"] }];
  return [
    { ...agent, scopes: ["engine:agent", "engine:intake"] },
    { label: texts.newIntakeKey, name: texts.alertsOf(connector), scopes: ["engine:intake"] },
  ];
}

function EngineKeys({
  id,
  connector,
  sendsAlerts,
}: {
  readonly id: string;
  readonly connector: string;
  readonly sendsAlerts: boolean;
}) {
  const here = useHere();
  const make = useNewKey();
  if (!here.allows("admin") || here.plan !== "business") return null;
  return (
    <>
      <Group gap="xs" mt="md">
        {keysOf(connector, sendsAlerts).map((key) => (
          <SmallButton
            key={key.label}
            loading={make.isPending}
            onClick={() => make.mutate({ name: key.name, scopes: key.scopes, connector_id: id })}
          >
            {key.label}
          </SmallButton>
        ))}
        <Fine>{texts.aKeyForThisConnector}</Fine>
      </Group>
      <Refusal error={make.error} />
      {make.data === undefined ? null : (
        <OneTimeSecretDialog
          name={make.data.name}
          value={make.data.key}
          what={texts.key}
          close={make.reset}
        />
      )}
    </>
  );
}
