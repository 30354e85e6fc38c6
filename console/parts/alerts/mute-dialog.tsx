/** A mute made from an alert: its labels are the matchers, and what it would silence is shown before it is saved. */
import { Button, Checkbox, Group, Modal, Radio, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Subject } from "../../api/alert-shapes.ts";
import { act } from "../../api/client.ts";
import { useDefinition, useForgetRows } from "../../api/queries.ts";
import { problemsOf } from "../../forms/context.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { PlainButton } from "../buttons.tsx";
import { Form } from "../form.tsx";
import { newPath } from "../paths.ts";
import { Refusal } from "../refusal.tsx";
import { Fine, LinkTo } from "../text.tsx";
import { untilAMoment } from "../texts.ts";
import { exactMinute, useTypedZone } from "../time.tsx";
import { UntilInput } from "../until-input.tsx";
import { MutedAlerts } from "./muted-alerts.tsx";
import * as texts from "./texts.ts";
import { useNow } from "./use-alerts.ts";
import { durations, endOf, equalTo, lastsOf, sortedLabels } from "./words.ts";

interface MuteDialogProps {
  readonly alert: Subject;
  readonly close: () => void;
}

/** Labels that say what an alert is about; the others say of which copy of it. */
const identifying = ["alertname", "service"];

export function MuteDialog({ alert, close }: MuteDialogProps) {
  const zone = useTypedZone();
  const now = useNow();
  const [opened] = useState(Date.now);
  const choices = durations(opened, zone);
  const labels = sortedLabels(alert.labels);
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const names = labels.map(([name]) => name);
    const some = names.filter((name) => identifying.includes(name));
    return some.length > 0 ? some : names;
  });
  const [title, setTitle] = useState("1 h");
  const [reason, setReason] = useState("");
  const matchers = labels
    .filter(([name]) => chosen.includes(name))
    .map(([name, value]) => equalTo(name, value));
  const [until, setUntil] = useState<string>();
  const isTyped = title === untilAMoment;
  const chosenOne = choices.find((choice) => choice.title === title) ?? { minutes: 60 };
  const lasts = isTyped ? { until: until ?? "" } : lastsOf(chosenOne);
  const save = useSave(close);
  const problems = problemsOf(save.error);
  const write = (moment: string | undefined) => {
    setUntil(moment);
    // What was wrong was wrong with another moment.
    save.reset();
  };
  return (
    <Modal opened onClose={close} title={texts.muteAlertsLikeThisOne} size="lg">
      <Form submit={() => save.mutate({ matchers, reason, ...lasts })}>
        <Stack gap="md">
          {problems.has("reason") || problems.has("until") ? null : <Refusal error={save.error} />}
          <Checkbox.Group
            label={texts.alertsWithAllOfThese}
            value={[...chosen]}
            onChange={setChosen}
            error={problems.get("matchers")}
          >
            <LabelBoxes labels={labels} />
          </Checkbox.Group>
          <HowLong titles={choices.map((choice) => choice.title)} title={title} setTitle={setTitle}>
            {isTyped ? (
              <UntilInput moment={until} set={write} error={problems.get("until")} />
            ) : (
              <Fine mt={6}>{texts.ends(exactMinute(endOf(chosenOne, now), zone), zone)}</Fine>
            )}
          </HowLong>
          <TextInput
            label={texts.reason}
            withAsterisk
            data-autofocus
            value={reason}
            error={problems.get("reason")}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {matchers.length === 0 ? (
            <Text size="sm" className="preview">
              {texts.chooseAtLeastOneLabel}
            </Text>
          ) : (
            <MutedAlerts mute={{ matchers }} />
          )}
          <Buttons
            close={close}
            saving={save.isPending}
            disabled={matchers.length === 0 || (isTyped && until === undefined)}
          />
        </Stack>
      </Form>
    </Modal>
  );
}

/** Makes the mute of these fields, and then closes the dialog. */
function useSave(close: () => void) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const mutes = useDefinition(kindNames.mute);
  return useMutation({
    mutationFn: (fields: JsonObject) => act(here.slug, mutes?.actionNames.create ?? "", fields),
    onSuccess() {
      forget();
      close();
    },
  });
}

interface HowLongProps {
  readonly titles: readonly string[];
  readonly title: string;
  readonly setTitle: (title: string) => void;
  readonly children: ReactNode;
}

function HowLong({ titles, title, setTitle, children }: HowLongProps) {
  return (
    <div>
      <Radio.Group label={texts.forHowLong} value={title} onChange={setTitle}>
        <Group gap="sm" mt={6}>
          {[...titles, untilAMoment].map((one) => (
            <Radio key={one} value={one} label={one} size="xs" />
          ))}
        </Group>
      </Radio.Group>
      {children}
    </div>
  );
}

function LabelBoxes({ labels }: { readonly labels: readonly (readonly [string, string])[] }) {
  return (
    <ScrollArea.Autosize mah={200} mt={6} type="auto">
      <Stack gap={6}>
        {labels.map(([name, value]) => (
          <Checkbox
            key={name}
            value={name}
            size="xs"
            label={`${name}=${value}`}
            styles={{ label: { overflowWrap: "anywhere" } }}
            classNames={{ label: texts.mono }}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}

interface ButtonsProps {
  readonly close: () => void;
  readonly saving: boolean;
  readonly disabled: boolean;
}

function Buttons({ close, saving, disabled }: ButtonsProps) {
  const here = useHere();
  return (
    <Group justify="space-between">
      <LinkTo to={newPath(here.slug, kindNames.mute)}>{texts.writeMatchersOfYourOwn}</LinkTo>
      <Group gap="xs" ml="auto">
        <PlainButton onClick={close}>{texts.cancel}</PlainButton>
        <Button type="submit" loading={saving} disabled={disabled}>
          {texts.mute}
        </Button>
      </Group>
    </Group>
  );
}
