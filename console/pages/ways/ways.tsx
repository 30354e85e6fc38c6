/** The list of ways, each with its state and what can be done about it. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import type { SentWay, Way, Ways } from "../../api/way-shapes.ts";
import { PlainButton, QuietButton, SmallButton } from "../../parts/buttons.tsx";
import { Card } from "../../parts/card.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Status } from "../../parts/status.tsx";
import { Fine, Quiet, Strong } from "../../parts/text.tsx";
import { Moment } from "../../parts/time.tsx";
import { AddWay } from "./add-way.tsx";
import { EnterCode } from "./code-dialog.tsx";
import { obstacle } from "./device.ts";
import { RemoveAll, RemoveWay } from "./remove-dialogs.tsx";
import * as texts from "./texts.ts";
import { useAgain } from "./use-ways.ts";

/** The mail of the account stays. */
export const ownMailId = "way_mail";

const others = ["ntfy", "sms", "call", "mail"] as const;

export function WaysCard({ ways: { data, kinds, application_server_key: key } }: { readonly ways: Ways }) {
  const { verify } = useSearch({ strict: false }) as { readonly verify?: string };
  const [adding, setAdding] = useState<Way["kind"]>();
  // A notification without a session leads here with its way.
  const [entering, setEntering] = useState(verify);
  const [notSent, setNotSent] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Way>();
  const [losing, setLosing] = useState(false);
  const [said, setSaid] = useState("");
  const hindrance = obstacle();
  const entered = data.find(({ id }) => id === entering);
  // The code of a test says that a verified device answers.
  const [answers] = useState(entered?.verified === true);
  const isOpen = entered !== undefined && (!entered.verified || answers);
  // Its notification may have confirmed it past this page.
  const confirmed = entered === undefined || isOpen ? "" : texts.isVerified(entered.name);
  const addable = others.filter((kind) => kind === "ntfy" || kinds.includes(kind));
  const own = data.filter(({ id }) => id !== ownMailId);
  return (
    <Card title={texts.yourWays} about={texts.onlyVerified} className="form" mb="md">
      <Stack gap="sm">
        {data.map((way) => (
          <WayLine key={way.id} way={way} say={setSaid} enter={setEntering} remove={setRemoving} />
        ))}
        <Text size="sm" role="status">
          {said === "" ? confirmed : said}
        </Text>
        <Group gap="xs">
          <PlainButton disabled={hindrance !== undefined} onClick={() => setAdding("push")}>
            {texts.addThisDevice}
          </PlainButton>
          {addable.map((kind) => (
            <PlainButton key={kind} onClick={() => setAdding(kind)}>
              {texts.addWays[kind]}
            </PlainButton>
          ))}
        </Group>
        {hindrance === undefined ? null : <Quiet>{hindrance}</Quiet>}
        {kinds.includes("sms") || kinds.includes("call") ? null : <Quiet>{texts.noPhones}</Quiet>}
        {own.length === 0 ? null : (
          <QuietButton color="red" w="fit-content" onClick={() => setLosing(true)}>
            {texts.lostPhone}
          </QuietButton>
        )}
      </Stack>
      {adding === undefined ? null : (
        <AddWay
          kind={adding}
          serverKey={key}
          close={() => setAdding(undefined)}
          added={(way) => {
            setAdding(undefined);
            setNotSent(way.not_sent);
            setSaid("");
            setEntering(way.id);
          }}
        />
      )}
      {isOpen ? (
        <EnterCode
          key={entered.id}
          way={entered}
          notSent={notSent}
          close={() => setEntering(undefined)}
          done={() => setSaid(texts.isVerified(entered.name))}
        />
      ) : null}
      {removing === undefined ? null : (
        <RemoveWay way={removing} close={() => setRemoving(undefined)} say={setSaid} />
      )}
      {losing ? <RemoveAll ways={own} close={() => setLosing(false)} say={setSaid} /> : null}
    </Card>
  );
}

interface WayLineProps {
  readonly way: Way;
  readonly say: (text: string) => void;
  readonly enter: (id: string) => void;
  readonly remove: (way: Way) => void;
}

function WayLine({ way, say, enter, remove }: WayLineProps) {
  const { id, kind, name, verified, leads_to } = way;
  const again = useAgain();
  const test = useMutation({
    mutationFn: async () => (await send<SentWay>("test_way", { id })).body,
    onSuccess({ not_sent }) {
      say(not_sent === null ? texts.tested(name) : texts.notTested(name, not_sent));
      return again();
    },
  });
  return (
    <Paper component="section" aria-label={name}>
      <Refusal error={test.error} />
      <Group justify="space-between" gap="sm">
        <div style={{ flex: "1 1 220px", minWidth: 0 }}>
          <Strong>{name}</Strong>
          <Fine style={{ overflowWrap: "anywhere" }}>{texts.kindAndPlace(texts.kinds[kind], leads_to)}</Fine>
          <Group gap={8}>
            <StateOf way={way} />
            {verified && id !== ownMailId ? <LastMessage way={way} /> : null}
          </Group>
        </div>
        <Group gap="xs">
          {verified ? (
            <SmallButton
              aria-label={texts.testName(name)}
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              {texts.test}
            </SmallButton>
          ) : (
            <SmallButton aria-label={texts.enterCodeOf(name)} onClick={() => enter(id)}>
              {texts.enterCode}
            </SmallButton>
          )}
          {id === ownMailId ? null : (
            <SmallButton aria-label={texts.removeName(name)} onClick={() => remove(way)}>
              {texts.remove}
            </SmallButton>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

function LastMessage({ way: { taken_at, failed_at } }: { readonly way: Way }) {
  return (
    <Fine component="div">
      {taken_at === null ? texts.tookNone : <RichText of={texts.tookOne} moment={<Moment at={taken_at} />} />}{" "}
      {failed_at === null ? null : <RichText of={texts.failedAt} moment={<Moment at={failed_at} />} />}
    </Fine>
  );
}

function StateOf({ way: { verified, concern, failure } }: { readonly way: Way }) {
  if (!verified) return <Status tone="warning" label={texts.notVerified} />;
  if (concern === "failing") return <Status tone="bad" label={texts.failing(failure ?? "")} />;
  if (concern === "silent") return <Status tone="warning" label={texts.silent} />;
  return <Status tone="good" label={texts.verified} />;
}
