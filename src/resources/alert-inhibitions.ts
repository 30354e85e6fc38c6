import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, defaultLimits, list, text } from "../kernel/field.ts";
import { matcherList, nameField, owningTeam, repeatedProblems } from "./parts.ts";

export const alertInhibitions = defineCollection({
  kind: "alert_inhibitions",
  decides: true,
  title: "Alert inhibitions",
  group: "Alerting",
  description:
    "An alert inhibition keeps alerts back while another alert fires that explains them: nobody is notified of a target while a source is open that has the same values of the equal labels. It is notified once the source has ended. An alert that matches both sides is not kept back by another one that does.",
  level: "admin",
  idPrefix: "inhib",
  naturalKey: ["name"],
  listColumns: ["name", "enabled", "source_matchers", "target_matchers", "equal"],
  fields: {
    name: nameField(),
    enabled: boolean({ description: "Whether it keeps alerts back.", default: true, switch: true }),
    source_matchers: matchersOf("Which alerts keep others back while they are open."),
    target_matchers: matchersOf("Which alerts are kept back."),
    equal: list({
      description:
        "Labels whose values have to be the same in both alerts. A label that both of them lack is the same. Empty asks for none.",
      items: text({ description: "A label's name.", max: defaultLimits.name }),
    }),
    owning_team_id: owningTeam("The team that owns the inhibition; null for none."),
  },
  example: {
    name: "Database down",
    source_matchers: ['alertname="DatabaseDown"'],
    target_matchers: ['severity=~"warning|info"'],
    equal: ["cluster"],
    owning_team_id: exampleOf("teams"),
  },
  check({ configuration: { source_matchers, target_matchers, equal } }) {
    return Object.entries({ source_matchers, target_matchers, equal }).flatMap(([field, values]) =>
      repeatedProblems(field, values),
    );
  },
});

function matchersOf(which: string) {
  const matchers = matcherList();
  return { ...matchers, description: `${which} ${matchers.description}` };
}
