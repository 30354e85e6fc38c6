/** What was said of a proposal and done about it, in its order, and where one says more. */
import { Box, Button, Group, Text, Textarea, Title } from "@mantine/core";
import { useState } from "react";
import type { PlanChange } from "../../api/plan-shapes.ts";
import type { Proposal, ProposalAct } from "../../api/proposal-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { QuietButton } from "../../parts/buttons.tsx";
import { Form } from "../../parts/form.tsx";
import { rowWords } from "../../parts/plans/words.ts";
import { useComment } from "../../parts/proposals/use-proposals.ts";
import { actWords } from "../../parts/proposals/words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { RichText } from "../../parts/rich-text.tsx";
import { Faded } from "../../parts/text.tsx";
import { Moment, Sentence } from "../../parts/time.tsx";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

const tones: Readonly<Partial<Record<ProposalAct["act"], string>>> = {
  approve: "good",
  apply: "good",
  confirm: "good",
  reject: "bad",
  revert: "bad",
  wait: "warning",
  plan: "warning",
};

export function Said({ proposal }: { readonly proposal: Proposal }) {
  const here = useHere();
  return (
    <section className="proposal-said" aria-labelledby="said">
      <Title order={2} mb="sm" id="said">
        {texts.conversation}
      </Title>
      <ol className="timeline">
        {proposal.acts.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added to
          <li key={index}>
            <span className="dot" data-tone={tones[one.act] ?? "quiet"} aria-hidden />
            <Line of={one} proposal={proposal} />
          </li>
        ))}
      </ol>
      {here.allows("operate") ? <Composer proposal={proposal} label={texts.yourComment} /> : null}
    </section>
  );
}

interface LineProps {
  readonly of: ProposalAct;
  readonly proposal: Proposal;
}

function Line({ of: { act, at, by, comment, about }, proposal }: LineProps) {
  const { kinds } = useDefinitions();
  const change =
    about && proposal.changes.find(({ resource, id }) => resource === about.kind && id === about.id);
  // What it is for stands above the page.
  const shown = act === "propose" ? null : comment;
  return (
    <>
      <Text size="sm" component="div">
        <b>{by.name}</b> {actWords[act]}{" "}
        {about === null ? null : (
          <>
            <RichText of={texts.aboutRow} row={change ? rowWords(kinds, change) : texts.aRow} />{" "}
          </>
        )}
        <Faded>
          <Moment at={at} />
        </Faded>
      </Text>
      {shown === null ? null : (
        <Text size="sm" className="prewrap" mt={2}>
          {by.kind === "service" ? <Sentence>{shown}</Sentence> : shown}
        </Text>
      )}
    </>
  );
}

interface ComposerProps {
  readonly proposal: Proposal;
  readonly label: string;
  readonly change?: PlanChange;
  readonly close?: () => void;
}

function Composer({ proposal, label, change, close }: ComposerProps) {
  const [text, setText] = useState("");
  const say = useComment(proposal.id);
  const submit = () => {
    if (text.trim() === "" || say.isPending) return;
    const about = change === undefined ? {} : { about: { kind: change.resource, id: change.id } };
    const done = () => {
      setText("");
      close?.();
    };
    say.mutate({ comment: text, ...about }, { onSuccess: done });
  };
  return (
    <Form submit={submit}>
      <Box maw={720} mt="xs">
        <Refusal error={say.error} />
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={4_000}
          autoFocus={change !== undefined}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" variant="default" loading={say.isPending} disabled={text.trim() === ""}>
            {texts.comment}
          </Button>
          {close === undefined ? null : <QuietButton onClick={close}>{texts.leave}</QuietButton>}
        </Group>
      </Box>
    </Form>
  );
}

interface OnChangeProps {
  readonly proposal: Proposal;
  readonly change: PlanChange;
}

/** What was said of one row, and where one says more of it. */
export function OnChange({ proposal, change }: OnChangeProps) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const [writing, setWriting] = useState(false);
  const said = proposal.acts.filter(
    ({ about }) => about !== null && about.kind === change.resource && about.id === change.id,
  );
  const row = rowWords(kinds, change);
  return (
    <Box mt={6}>
      {said.map(({ at, by, comment }) => (
        <Text key={`${by.id}/${at}`} size="sm" mt={4} className="prewrap" component="div">
          <b>{by.name}</b>{" "}
          <Faded>
            <Moment at={at} />
          </Faded>
          <br />
          {comment}
        </Text>
      ))}
      {here.allows("operate") ? (
        writing ? (
          <Composer
            proposal={proposal}
            change={change}
            label={texts.commentOn(row)}
            close={() => setWriting(false)}
          />
        ) : (
          <QuietButton ml={-10} mt={2} aria-label={texts.sayOf(row)} onClick={() => setWriting(true)}>
            {texts.say}
          </QuietButton>
        )
      ) : null}
    </Box>
  );
}
