/** The review of a template: what the scanner matched, marked in the text, and the verdict of a person. */
import { Button, Group, List, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { useForgetRows } from "../../../api/queries.ts";
import { LeaveGuard } from "../../../forms/leave-dialog.tsx";
import { SmallButton } from "../../../parts/buttons.tsx";
import { Cell } from "../../../parts/cell.tsx";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import { type Match, passages } from "./passages.ts";
import * as texts from "./texts.ts";

export function PromptTemplate({ definition, loaded }: PartProps) {
  const here = useHere();
  const { row } = loaded;
  const status = String(row.review_status);
  const review = definition.fields.review_status;
  const matches = (row.flagged_patterns ?? []) as unknown as readonly Match[];
  return (
    <Paper component="section" aria-label={texts.review}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{texts.review}</Title>
        {review?.type === "computed" ? (
          <Cell name="review_status" shape={review.shape} value={status} />
        ) : null}
      </Group>
      {status === "flagged" ? (
        <Text size="sm" mb="sm">
          {texts.theScannerMatchedPassages(matches.length)}
        </Text>
      ) : null}
      {status === "rejected" ? (
        <Text size="sm" mb="sm">
          {texts.aReviewerRejectedThisContent}
        </Text>
      ) : null}
      {matches.length === 0 ? null : (
        <>
          <List size="sm" spacing={4} mb="sm">
            {matches.map(({ category, excerpt }) => (
              <List.Item key={`${category}/${excerpt}`}>
                {words(category)}: <mark className="mono">{excerpt}</mark>
              </List.Item>
            ))}
          </List>
          <Marked content={String(row.content)} matches={matches} />
        </>
      )}
      {status === "approved" ? (
        <Quiet>
          {row.enabled === true
            ? row.is_default === true
              ? texts.approvedEnabledAndTheDefault
              : texts.approvedAndEnabledButAnother
            : texts.approvedButNotEnabled}
        </Quiet>
      ) : null}
      {here.allows("admin") ? <Decision loaded={loaded} status={status} /> : null}
    </Paper>
  );
}

function Marked({ content, matches }: { readonly content: string; readonly matches: readonly Match[] }) {
  return (
    <CodeBlock label={texts.contentWithMatches} wrap style={{ maxHeight: 320, overflowY: "auto" }}>
      {passages(content, matches).map(({ text, at, category }) =>
        category === undefined ? (
          text
        ) : (
          <mark key={at} title={words(category)}>
            {text}
          </mark>
        ),
      )}
    </CodeBlock>
  );
}

function Decision({ loaded, status }: { readonly loaded: PartProps["loaded"]; readonly status: string }) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [note, setNote] = useState("");
  const review = useMutation({
    mutationFn: (decision: "approve" | "reject") =>
      send(
        "review_prompt_template",
        { org: here.slug, id: String(loaded.row.id) },
        {
          decision,
          ...(note === "" ? {} : { note }),
          // The verdict is about the content that stands on this page.
          ...(loaded.etag === "*" ? {} : { if_match: loaded.etag }),
        },
      ),
    onSuccess() {
      setNote("");
      forget();
    },
  });
  return (
    <Stack gap="sm" mt="md">
      <LeaveGuard dirty={() => note !== ""} />
      <Refusal error={review.error} />
      <Textarea
        label={texts.note}
        description={texts.forTheAuthorKept}
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group gap="xs">
        {status === "approved" ? null : (
          <Button
            size="xs"
            variant="light"
            onClick={() => review.mutate("approve")}
            loading={review.isPending}
          >
            {texts.approveThisContent}
          </Button>
        )}
        {status === "rejected" ? null : (
          <SmallButton
            c="var(--mantine-color-error)"
            onClick={() => review.mutate("reject")}
            disabled={review.isPending}
          >
            {texts.reject}
          </SmallButton>
        )}
      </Group>
    </Stack>
  );
}
