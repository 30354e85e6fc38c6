/** Where a row stands in Git: source, file and line, with the way to it at the forge. */
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { knownPlace } from "../../../src/kernel/fault.ts";
import { shortCommit } from "../../../src/kernel/short-commit.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { InGitAnswer } from "../../api/git-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { Card } from "../../parts/card.tsx";
import { rowPath } from "../../parts/paths.ts";
import { Fine, LinkTo, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { kindNames } from "../names.ts";
import * as texts from "./texts.ts";

/** Nothing of a row that no source has to do with. */
export function InGit({
  definition: { kind },
  id,
}: {
  readonly definition: Definition;
  readonly id: string;
}) {
  const here = useHere();
  const { data } = useQuery(readQuery<InGitAnswer>(here.slug, namedActions.whereInGit, { kind, id }));
  if (data === undefined || data.status === "none" || data.source === null) return null;
  const { source, commit, link, why } = data;
  return (
    <Card title={texts.inGit}>
      <LinkTo to={rowPath(here.slug, kindNames.gitSource, source.id)}>{source.name}</LinkTo>
      {why === null ? (
        <>
          <Text size="sm" className="mono" style={{ overflowWrap: "anywhere" }}>
            {link === null ? (
              knownPlace(data)
            ) : (
              <Anchor href={link} target="_blank" rel="noreferrer">
                {knownPlace(data)}
              </Anchor>
            )}
          </Text>
          <Fine>{texts.ofCommit(shortCommit(String(commit)), source.branch)}</Fine>
        </>
      ) : (
        <Quiet>{why}</Quiet>
      )}
    </Card>
  );
}
