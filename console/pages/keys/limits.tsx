/** What a key is narrowed to, in a few words. */
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ApiKey } from "../../api/shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { Named } from "../../parts/cell.tsx";
import { rowPath } from "../../parts/paths.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { Fine } from "../../parts/text.tsx";
import { onlyProposes } from "../../parts/texts.ts";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function KeyLimits({ of: key }: { readonly of: ApiKey }) {
  const here = useHere();
  const team = key.team_id;
  const lines = [
    ["kinds", key.kinds?.map(words).join(", ")],
    ["verbs", key.verbs?.join(", ")],
    ["services", key.services?.join(", ")],
    ["addresses", key.addresses?.join(", ")],
  ] as const;
  return (
    <>
      {lines.map(([name, said]) =>
        said === undefined ? null : (
          <Fine key={name} style={{ overflowWrap: "anywhere" }}>
            {texts.onlyThe(name, said)}
          </Fine>
        ),
      )}
      {key.propose_only ? <Fine>{onlyProposes}</Fine> : null}
      {key.ask ? <Fine>{texts.askedFirst}</Fine> : null}
      {team === null ? null : (
        <Fine>
          <RichText
            of={texts.onlyTheTeam}
            team={
              <Anchor component={Link} to={rowPath(here.slug, kindNames.team, team)} inherit>
                <Named kind={kindNames.team} id={team} />
              </Anchor>
            }
          />
        </Fine>
      )}
    </>
  );
}
