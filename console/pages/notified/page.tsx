/** Who is notified of alerts, in one picture: it narrows by a click, typed labels light a way, a drill takes it. */
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { AlertFlow } from "../../api/flow-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { PlainButton, SmallButton } from "../../parts/buttons.tsx";
import { TableSwitch } from "../../parts/charts/table-switch.tsx";
import { Empty } from "../../parts/empty.tsx";
import { readLine } from "../../parts/flow/label-line.ts";
import { useFlow } from "../../parts/flow/use-flow.ts";
import { Loading } from "../../parts/loading.tsx";
import { Page } from "../../parts/page.tsx";
import { newPath, rowPath, teamAlertsPath } from "../../parts/paths.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkTo, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { Deciding } from "./deciding.tsx";
import { LabelsInput } from "./labels-input.tsx";
import { Picture } from "./picture.tsx";
import * as texts from "./texts.ts";
import { ThroughIt } from "./through-it.tsx";
import { Twin } from "./twin.tsx";
import { useDrill, useResolution } from "./use-drill.ts";
import { columnsPast, litBy, litSoFar, type Node, type Part, readPart, viewOf } from "./view.ts";
import { answerOf, failingWords, noRest, weekWords } from "./words.ts";

export function NotifiedPage() {
  const here = useHere();
  const query = useFlow();
  return (
    <Page
      title={texts.title}
      about={texts.about}
      action={
        here.allows("admin") ? (
          <PlainButton component={Link} to={teamAlertsPath(here.slug)}>
            {texts.teamAlerts}
          </PlainButton>
        ) : null
      }
    >
      <Loading of={query} count={10} />
      {query.data === undefined ? null : query.data.routes.length === 0 ? (
        <Nothing />
      ) : (
        <Flow flow={query.data} />
      )}
      <Deciding />
    </Page>
  );
}

function Nothing() {
  const here = useHere();
  return (
    <Empty title={texts.none} about={texts.noneAbout}>
      {here.allows("admin") ? (
        <Button component={Link} to={newPath(here.slug, kindNames.route)}>
          {texts.add}
        </Button>
      ) : null}
    </Empty>
  );
}

/** What the address keeps. */
interface Sought {
  readonly labels?: string;
  readonly through?: string;
  readonly drill?: string;
}

function useSought() {
  const sought = useSearch({ strict: false }) as Sought;
  const go = useNavigate();
  const put = (change: { readonly [name in keyof Sought]: string | undefined }) => {
    const next = Object.entries({ ...sought, ...change }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    void go({ to: ".", search: Object.fromEntries(next) as never, replace: true });
  };
  return { sought, put };
}

function Flow({ flow }: { readonly flow: AlertFlow }) {
  const { sought, put } = useSought();
  const [text, setText] = useState(sought.labels ?? "");
  const [asTable, setAsTable] = useState(false);
  // The address has what was typed once the hand rests.
  const settle = useDebouncedCallback(
    (labels: string) => put({ labels: labels.trim(), drill: undefined }),
    250,
  );
  const type = (line: string) => {
    setText(line);
    settle(line);
  };
  const { start, drill } = useDrill(sought.drill, (id) => put({ drill: id }));
  const typed = readLine(sought.labels ?? "").labels;
  const labels = drill?.labels ?? typed;
  const resolution = useResolution(labels).data;
  const all = resolution === undefined ? nothing : litBy(flow, labels, resolution);
  const lit = drill === undefined ? all : litSoFar(all, columnsPast(drill.hops));
  const through = readPart(sought.through) === undefined ? undefined : (sought.through as Part);
  const view = viewOf(flow, through, lit);
  const chosen = view.nodes.find(({ part }) => part === through);
  return (
    <Stack gap="md">
      <LabelsInput
        known={flow.labels}
        value={text}
        answer={resolution === undefined || drill !== undefined ? undefined : answerOf(resolution)}
        onChange={type}
      />
      <Chosen node={chosen} clear={() => put({ through: undefined })} />
      <ThroughIt
        flow={flow}
        through={through}
        labels={typed}
        resolution={drill === undefined ? resolution : undefined}
        start={start}
        drill={drill}
        clear={() => put({ drill: undefined })}
      />
      <Paper component="figure" aria-label={texts.picture} m={0}>
        <Group justify="space-between" mb="sm" wrap="nowrap" align="flex-start">
          <Quiet component="figcaption" style={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
            {weekWords(flow, view.alerts, chosen?.name)} <Failing>{failingWords(flow)}</Failing>{" "}
            {view.hasNoRest ? noRest : ""}
          </Quiet>
          <TableSwitch asTable={asTable} setAsTable={setAsTable} />
        </Group>
        {asTable ? (
          <Twin flow={flow} view={view} lit={lit} />
        ) : (
          <Picture view={view} lit={lit} through={through} choose={(part) => put({ through: part })} />
        )}
      </Paper>
    </Stack>
  );
}

const nothing: ReadonlySet<Part> = new Set();

function Failing({ children }: { readonly children: string }) {
  return children === "" ? null : <Status tone="bad" label={children} />;
}

/** What the picture is narrowed to, with its page and the way back. */
function Chosen({ node, clear }: { readonly node: Node | undefined; readonly clear: () => void }) {
  const here = useHere();
  if (node === undefined) return null;
  const { id } = readPart(node.part) ?? { id: "" };
  const kind = node.kind === "email" ? undefined : node.kind;
  return (
    <Group gap="sm" role="group" aria-label={texts.narrowedTo}>
      <Text size="sm">
        <RichText
          of={texts.onlyWhatGoesThrough}
          kind={
            kind === undefined ? (
              <strong>{node.name}</strong>
            ) : (
              <LinkTo to={rowPath(here.slug, kind, id)} fw={550}>
                {node.name}
              </LinkTo>
            )
          }
          problem={node.problem === null ? "" : texts.whichNotifiesNobody(node.problem)}
        />
      </Text>
      <SmallButton onClick={clear}>{texts.all}</SmallButton>
    </Group>
  );
}
