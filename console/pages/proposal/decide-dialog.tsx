/** One act, with a comment. What is different since the reader looked is shown, and they are asked again. */
import { Alert, Button, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { Refused } from "../../api/client.ts";
import type { Different, Proposal, Verb } from "../../api/proposal-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { RedButton } from "../../parts/buttons.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { Changes, changesOf } from "../../parts/diff/changes.tsx";
import { Form } from "../../parts/form.tsx";
import { actionWords, rowWords } from "../../parts/plans/words.ts";
import { useDecide, useProposal } from "../../parts/proposals/use-proposals.ts";
import { verbWords } from "../../parts/proposals/words.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { Quiet, Strong } from "../../parts/text.tsx";
import * as texts from "./texts.ts";

interface DecideDialogProps {
  readonly proposal: Proposal;
  readonly verb: Verb;
  /** What the reader looked at. */
  readonly digest: string;
  readonly close: () => void;
}

const red: ReadonlySet<Verb> = new Set(["reject", "revert"]);

export function DecideDialog({ proposal, verb, digest, close }: DecideDialogProps) {
  const [comment, setComment] = useState("");
  const [looked, setLooked] = useState(digest);
  const [different, setDifferent] = useState<readonly Different[]>();
  const decide = useDecide(proposal.id);
  const again = useProposal(proposal.id);
  const submit = () =>
    decide.mutate(
      { act: verb, digest: looked, comment },
      {
        onSuccess: close,
        async onError(error) {
          if (!(error instanceof Refused) || error.body.reason !== "stale") return;
          // The page has what it does now, and its digest, before somebody says yes to that.
          const { data } = await again.refetch();
          if (data === undefined) return;
          setDifferent(error.body.different ?? []);
          setLooked(data.digest);
        },
      },
    );
  const stale = decide.error instanceof Refused && decide.error.body.reason === "stale";
  const isOther = different !== undefined;
  const word = isOther ? texts.doItNow(verbWords[verb]) : verbWords[verb];
  const Act = red.has(verb) ? RedButton : Button;
  return (
    <Modal opened onClose={close} title={texts.title[verb]} size={isOther ? "xl" : "md"}>
      <Form submit={submit}>
        <Stack gap="sm">
          {stale && isOther ? <IsDifferent different={different} /> : <Refusal error={decide.error} />}
          <Text size="sm">{texts.consequence(proposal.changes.length)[verb]}</Text>
          <Textarea
            label={texts.comment}
            description={texts.commentMeans}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={4_000}
            data-autofocus
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <DialogButtons close={close} mt={0}>
            <Act type="submit" loading={decide.isPending || again.isFetching}>
              {word}
            </Act>
          </DialogButtons>
        </Stack>
      </Form>
    </Modal>
  );
}

function IsDifferent({ different }: { readonly different: readonly Different[] }) {
  const { kinds } = useDefinitions();
  return (
    <Alert color="yellow" title={texts.isDifferent} role="alert">
      {different.map((one) => (
        <div key={`${one.resource}/${one.id}`}>
          <Strong component="div" mt={4}>
            {rowWords(kinds, one)}
          </Strong>
          <Side title={texts.was} of={one} done={one.was} />
          <Side title={texts.is} of={one} done={one.is} />
        </div>
      ))}
    </Alert>
  );
}

interface SideProps {
  readonly title: string;
  readonly of: Different;
  readonly done: Different["is"];
}

function Side({ title, of: { resource }, done }: SideProps) {
  const { kinds } = useDefinitions();
  const fields = kinds.find(({ kind }) => kind === resource)?.fields ?? {};
  return (
    <>
      <Quiet mt={4}>
        {title}: {done === null ? texts.nothing : actionWords[done.action].future}
      </Quiet>
      {done === null ? null : <Changes changes={changesOf(done)} fields={fields} />}
      {done?.names?.map(({ path, id }) => (
        <Text key={path} size="sm">
          {texts.means(path, id)}
        </Text>
      ))}
    </>
  );
}
