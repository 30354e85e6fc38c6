/** An act that each of the chosen rows takes by itself, such as a test: what came of each stands at its name. */
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { AskOutcome } from "../../api/engine-shapes.ts";
import { rowsQuery, useForgetRows } from "../../api/queries.ts";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { drillsPath } from "../../parts/paths.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Status } from "../../parts/status.tsx";
import { LinkTo } from "../../parts/text.tsx";
import { nameOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import { Outcome } from "../connection-tests/outcome.tsx";
import { SyncOutcome } from "../special/git-sources/sync-outcome.tsx";
import type { BulkFormProps } from "../special-type.ts";
import * as texts from "./texts.ts";

interface EachProps extends BulkFormProps {
  readonly title: string;
  readonly about: string;
  readonly action: string;
  /** What the call takes of a row. */
  readonly input?: (id: string) => JsonObject;
  readonly show: (body: JsonObject) => ReactNode;
  readonly after?: ReactNode;
}

/** How many are asked at a time. */
const atOnce = 4;

type Came = { readonly body: JsonObject } | { readonly error: unknown } | "at work";

/** Runs the act on one row after the other, until all are done or the dialog is closed. */
function useEach(ids: ReadonlySet<string>, run: (id: string) => Promise<JsonObject>) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [came, setCame] = useState<ReadonlyMap<string, Came>>();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const begin = async () => {
    setCame(new Map());
    const left = [...ids];
    const note = (id: string, one: Came) => setCame((now) => new Map(now).set(id, one));
    const work = async () => {
      for (let id = left.shift(); id !== undefined && open.current; id = left.shift()) {
        note(id, "at work");
        note(
          id,
          await run(id).then(
            (body) => ({ body }),
            (error: unknown) => ({ error }),
          ),
        );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    forget();
  };
  return { came, begin };
}

function Each({ definition, ids, close, title, about, action, input, show, after }: EachProps) {
  const here = useHere();
  const rows = useQuery(rowsQuery(here.slug, definition));
  const { came, begin } = useEach(
    ids,
    async (id) => (await act<JsonObject>(here.slug, action, input?.(id) ?? { id })).body,
  );
  const names = new Map((rows.data?.data ?? []).map((row) => [String(row.id), nameOf(definition, row)]));
  const done = [...(came?.values() ?? [])].filter((one) => one !== "at work").length;
  return (
    <Modal opened onClose={close} title={texts.begin(title, texts.rows(ids.size))} size="lg">
      <Text size="sm" aria-live="polite">
        {came === undefined ? about : texts.progress(done, ids.size)}
      </Text>
      {came === undefined ? null : (
        <Stack component="ul" gap="sm" mt="sm" p={0} style={{ listStyle: "none" }}>
          {[...ids].map((id) => (
            <li key={id}>
              <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
                {names.get(id) ?? id}
              </Text>
              <Came came={came.get(id)} show={show} />
            </li>
          ))}
        </Stack>
      )}
      {came === undefined ? null : after}
      <DialogButtons close={close} {...(came === undefined ? {} : { leave: texts.close })}>
        {came === undefined ? (
          <Button data-autofocus onClick={begin}>
            {title}
          </Button>
        ) : null}
      </DialogButtons>
    </Modal>
  );
}

function Came({ came, show }: { readonly came: Came | undefined; readonly show: EachProps["show"] }) {
  if (came === undefined) return <Status tone="quiet" label={texts.waits} />;
  if (came === "at work") return <Status tone="quiet" label={texts.isAtWork} />;
  return "error" in came ? <Refusal error={came.error} /> : show(came.body);
}

const answer = (body: JsonObject) => <Outcome outcome={body as unknown as AskOutcome} />;
const asking = { title: texts.test, about: texts.asksEach, show: answer };
const sending = { title: texts.test, about: texts.sendsEach, show: answer };

export function TestConnectors(props: BulkFormProps) {
  return <Each {...props} {...asking} action={namedActions.testConnector} />;
}

export function TestDataSources(props: BulkFormProps) {
  return <Each {...props} {...asking} action={namedActions.testDataSource} />;
}

export function TestTargets(props: BulkFormProps) {
  return <Each {...props} {...sending} action={namedActions.testOutboundConfig} />;
}

export function TestNotifications(props: BulkFormProps) {
  return <Each {...props} {...sending} action={namedActions.testChangeNotification} />;
}

export function SyncSources(props: BulkFormProps) {
  return (
    <Each
      {...props}
      title={texts.sync}
      about={texts.syncsEach}
      action={namedActions.syncGitSource}
      show={(body) => <SyncOutcome problem={body.problem as never} />}
    />
  );
}

/** Of routes, or of the targets themselves. */
function Drills({ of, ...props }: BulkFormProps & { readonly of: "route_id" | "target_id" }) {
  const here = useHere();
  return (
    <Each
      {...props}
      title={texts.drill}
      about={texts.drillsEach}
      action={namedActions.startDrill}
      input={(id) => ({ [of]: id, until: "sent", confirm: true })}
      show={() => <Status tone="good" label={texts.started} />}
      after={<LinkTo to={drillsPath(here.slug)}>{texts.allDrills}</LinkTo>}
    />
  );
}

export function DrillRoutes(props: BulkFormProps) {
  return <Drills {...props} of="route_id" />;
}

export function DrillTargets(props: BulkFormProps) {
  return <Drills {...props} of="target_id" />;
}
