/** What other proposals that wait would do with the same fields. */
import { Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Conflict } from "../../api/proposal-shapes.ts";
import { useDefinitions } from "../../api/queries.ts";
import { Difference } from "../../parts/diff/difference.tsx";
import { Value } from "../../parts/diff/value.tsx";
import { proposalPath } from "../../parts/paths.ts";
import { actionWords, rowWords } from "../../parts/plans/words.ts";
import { LinkIn, Quiet, Strong } from "../../parts/text.tsx";
import { labelOf } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  const title = texts.conflicts(conflicts.length);
  return (
    <Paper component="section" aria-label={title} p="md" mb="md">
      <Title order={2} mb={4}>
        {title}
      </Title>
      <Quiet mb="sm">{texts.whatAConflictIs}</Quiet>
      {conflicts.map((conflict) => (
        <OneConflict key={`${conflict.proposal_id}/${conflict.id}`} conflict={conflict} />
      ))}
    </Paper>
  );
}

function OneConflict({ conflict }: { readonly conflict: Conflict }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const { resource, proposal_id, title, mine, theirs } = conflict;
  const fields = kinds.find(({ kind }) => kind === resource)?.fields ?? {};
  return (
    <>
      <Strong component="div" mt="xs" style={{ overflowWrap: "anywhere" }}>
        {rowWords(kinds, conflict)} · <LinkIn to={proposalPath(here.slug, proposal_id)}>{title}</LinkIn>
      </Strong>
      {conflict.fields.length === 0 ? (
        <Text size="sm">
          {texts.oneDeletes(actionWords[mine].future.toLowerCase(), actionWords[theirs].future.toLowerCase())}
        </Text>
      ) : (
        conflict.fields.map(({ path, base = null, mine: own, theirs: other }) => {
          const field = fields[path];
          return (
            <dl key={path} className="sides inline">
              <Side title={texts.nowOf(labelOf(path, field))}>
                <Value of={base} field={field} name={path} />
              </Side>
              <Side title={texts.thisOne}>
                <Difference before={base} after={own} field={field} name={path} />
              </Side>
              <Side title={texts.theOther}>
                <Difference before={base} after={other} field={field} name={path} />
              </Side>
            </dl>
          );
        })
      )}
    </>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
