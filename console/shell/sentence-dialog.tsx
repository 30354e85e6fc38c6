/** What a sentence of the palette would do, shown before it is done; or the answer to its question. */
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ServiceResolution } from "../api/alert-shapes.ts";
import { namedActions } from "../api/calls.ts";
import { act, Proposed } from "../api/client.ts";
import { readQuery, rowsQuery, useDefinition, useForgetRows } from "../api/queries.ts";
import { useOffered } from "../api/service-queries.ts";
import { problemsOf } from "../forms/context.ts";
import { inZone } from "../forms/texts.ts";
import { timePresets } from "../forms/time-presets.ts";
import { kindNames } from "../kinds/names.ts";
import { AskRoute } from "../parts/alerts/ask-route.tsx";
import { NotKnown } from "../parts/alerts/delivery.tsx";
import { MutedAlerts } from "../parts/alerts/muted-alerts.tsx";
import { RecipientList } from "../parts/alerts/recipient-list.tsx";
import { equalTo } from "../parts/alerts/words.ts";
import { PlainButton } from "../parts/buttons.tsx";
import { Form } from "../parts/form.tsx";
import { Loading } from "../parts/loading.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { Status } from "../parts/status.tsx";
import { Fine } from "../parts/text.tsx";
import { untilAMoment } from "../parts/texts.ts";
import { exactMinute, readable, useTimeZone, useTypedZone } from "../parts/time.tsx";
import { UntilInput } from "../parts/until-input.tsx";
import { phrase } from "../parts/words.ts";
import { sentenceTitle } from "./sentence-words.ts";
import type { Sentence } from "./sentences.ts";
import { useHere } from "./session.ts";
import * as texts from "./texts.ts";

const verbs = { mute: texts.mute, freeze: texts.freeze } as const;

interface SentenceDialogProps {
  readonly sentence: Sentence;
  readonly close: () => void;
  /** Asks until when, beginning with tomorrow morning: whoever presses a button said no time. */
  readonly suggests?: boolean;
}

export function SentenceDialog({ sentence, close, suggests = false }: SentenceDialogProps) {
  const zone = useTimeZone();
  return (
    <Modal opened onClose={close} size="lg" title={sentenceTitle(sentence, zone)}>
      {sentence.act === "who" ? (
        <Answer sentence={sentence} />
      ) : (
        <Doing sentence={sentence} act={sentence.act} close={close} suggests={suggests} />
      )}
    </Modal>
  );
}

interface DoingProps extends SentenceDialogProps {
  readonly act: "mute" | "freeze";
}

function Doing({ sentence, act: doing, close, suggests = false }: DoingProps) {
  const zone = useTypedZone();
  const presets = timePresets(useState(Date.now)[0], zone, true);
  // On a Sunday tomorrow is Monday, and the last one.
  const tomorrow = presets.find(({ text }) => text.includes("tomorrow")) ?? presets.at(-1);
  const [preset, setPreset] = useState(sentence.at ?? (suggests ? tomorrow?.moment : undefined));
  const [typed, setTyped] = useState<string>();
  const isTyped = preset === untilAMoment;
  const at = isTyped ? typed : preset;
  const chosen = isTyped
    ? `until ${typed === undefined ? "" : exactMinute(typed, zone)}`
    : (presets.find(({ moment }) => moment === preset)?.text ?? "");
  const [written, setReason] = useState<string>();
  // A mute has to have one: what is done says as much as most people would write.
  const reason =
    written ?? (suggests ? `${verbs[doing]} ${sentence.service} ${phrase(chosen)}` : sentence.reason);
  const matchers = [equalTo("service", sentence.service)];
  const save = useDoing(sentence.service, close);
  const problems = problemsOf(save.error);
  return (
    <Form submit={() => at !== undefined && save.mutate({ doing, matchers, at, reason })}>
      <Stack gap="md">
        <Refusal
          error={["reason", "until", "freeze_until"].some((one) => problems.has(one)) ? null : save.error}
        />
        {sentence.at === undefined ? (
          <Radio.Group
            label={texts.until}
            description={inZone(zone, "")}
            value={preset ?? null}
            onChange={setPreset}
          >
            <Group gap="sm" mt={6}>
              {presets.map(({ text, moment }, index) => (
                <Radio
                  key={text}
                  value={moment}
                  label={text}
                  size="xs"
                  data-autofocus={(index === 0 && !suggests) || undefined}
                />
              ))}
              <Radio value={untilAMoment} label={untilAMoment} size="xs" />
            </Group>
          </Radio.Group>
        ) : null}
        {isTyped ? (
          <UntilInput
            moment={typed}
            set={setTyped}
            error={problems.get("until") ?? problems.get("freeze_until")}
          />
        ) : null}
        {doing === "mute" ? (
          <MutedAlerts mute={{ matchers }} />
        ) : (
          <Text size="sm">{texts.freezes(sentence.service)}</Text>
        )}
        <Unknown service={sentence.service} />
        <TextInput
          label={texts.reason}
          value={reason}
          error={problems.get("reason") ?? problems.get("freeze_reason")}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <PlainButton onClick={close}>{texts.cancel}</PlainButton>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={at === undefined}
            data-autofocus={sentence.at !== undefined || suggests || undefined}
          >
            {verbs[doing]}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** A name that nothing has may be mistyped: what is done to it does nothing to the one that was meant. */
function Unknown({ service }: { readonly service: string }) {
  const { data } = useOffered(service);
  if (data === undefined || data.data.some((one) => one.service === service)) return null;
  return (
    <div role="status">
      <Status tone="warning" label={texts.noServiceIsCalled(service)} />
    </div>
  );
}

interface Act {
  readonly doing: "mute" | "freeze";
  readonly matchers: readonly string[];
  /** RFC 3339. */
  readonly at: string;
  readonly reason: string;
}

/** Makes the mute, or the freeze in the policy of the service, which is made where there is none. */
function useDoing(service: string, close: () => void) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const mutes = useDefinition(kindNames.mute);
  const policies = useDefinition(kindNames.deployPolicy);
  if (mutes === undefined || policies === undefined) throw new Error("there are mutes and policies");
  const rows = useQuery(rowsQuery(here.slug, policies));
  return useMutation({
    async mutationFn({ doing, matchers, at, reason }: Act) {
      if (doing === "mute") {
        // The moment that was shown, however long somebody looked at it.
        return act(here.slug, mutes.actionNames.create, { matchers, reason, until: at });
      }
      const { data } = rows.data ?? (await rows.refetch({ throwOnError: true })).data ?? { data: [] };
      const policy = data.find((row) => row.service === service);
      const freeze = { freeze_until: at, freeze_reason: reason === "" ? null : reason };
      return policy === undefined
        ? act(here.slug, policies.actionNames.create, { service, ...freeze })
        : act(here.slug, policies.actionNames.update, { id: String(policy.id), ...freeze });
    },
    onSuccess() {
      forget();
      close();
    },
    // The proposal's page has taken the place of what was under the dialog.
    onError: (error) => error instanceof Proposed && close(),
  });
}

function Answer({ sentence: { service, at } }: { readonly sentence: Sentence }) {
  const here = useHere();
  const zone = useTimeZone();
  const labels = { service, severity: "critical" };
  const query = useQuery(
    readQuery<ServiceResolution>(here.slug, namedActions.getServiceNotified, {
      service,
      ...(at === undefined ? {} : { at }),
    }),
  );
  const { data } = query;
  return (
    <Stack gap="sm">
      <Unknown service={service} />
      <Fine>{texts.critical(service)}</Fine>
      <Loading of={query} count={3} />
      {data === undefined ? null : (
        <>
          {data.muted_by.length > 0 ? <Text size="sm">{texts.muted}</Text> : null}
          {data.recipients.length === 0 ? (
            <Text size="sm">{texts.nobody}</Text>
          ) : (
            <RecipientList recipients={data.recipients} />
          )}
          <NotKnown unknown={data.unknown} />
          {data.next_change === null ? null : <Fine>{readable(data.next_change.message, zone)}</Fine>}
        </>
      )}
      <AskRoute labels={labels}>{texts.whole}</AskRoute>
    </Stack>
  );
}
