/** A team's alerts to a channel of its own: the team, the target and the route in one form. */
import { Text } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { variantsOf } from "../../../src/kernel/members.ts";
import { useDefinition } from "../../api/queries.ts";
import { decidingField } from "../../forms/variant.ts";
import { kindNames } from "../../kinds/names.ts";
import { Page } from "../../parts/page.tsx";
import { newPath } from "../../parts/paths.ts";
import { RichText } from "../../parts/rich-text.tsx";
import { LinkIn, Quiet } from "../../parts/text.tsx";
import { useHere } from "../../shell/session.ts";
import { TeamAlertsForm } from "./form.tsx";
import * as texts from "./texts.ts";

/** What most people begin with; it is among the vendors of a target. */
const usual = "slack";

export function TeamAlertsPage() {
  const here = useHere();
  const { team = "" } = useSearch({ strict: false }) as { readonly team?: string };
  const teams = useDefinition(kindNames.team);
  const targets = useDefinition(kindNames.target);
  const routes = useDefinition(kindNames.route);
  const deciding = decidingField(targets?.fields ?? {});
  if (teams === undefined || targets === undefined || routes === undefined || deciding === undefined)
    return null;
  if (![teams, targets, routes].every(({ level }) => here.allows(level)))
    return (
      <Page title={texts.title}>
        <Text>{texts.settingThisUpNeeds}</Text>
      </Page>
    );
  const vendors = Object.keys(variantsOf(targets.fields[deciding]) ?? {});
  const vendor = vendors.includes(usual) ? usual : (vendors[0] ?? "");
  return (
    <Page title={texts.title} about={texts.about}>
      <TeamAlertsForm
        key={team}
        teams={teams}
        targets={targets}
        routes={routes}
        deciding={deciding}
        start={{ team, vendor, target: {}, matchers: undefined }}
      />
      <Quiet mt="xl" className="form">
        <RichText
          of={texts.without}
          link={(part) => <LinkIn to={newPath(here.slug, kindNames.route)}>{part}</LinkIn>}
        />
      </Quiet>
    </Page>
  );
}
