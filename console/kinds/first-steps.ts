/** The way from data to the people who are told, in the order in which one thing needs the one before. */

export interface FirstStep {
  /** The step is done once there is a row of it. */
  readonly kind: string;
  readonly title: string;
  readonly about: string;
  readonly act: string;
  /** The kind on whose list it is done, where that is another one. */
  readonly at?: string;
}

export const firstSteps: readonly FirstStep[] = [
  {
    kind: "data_sources",
    title: "Connect a data source",
    about: "The place where your metrics are.",
    act: "Add a data source",
  },
  {
    kind: "slis",
    title: "Measure something",
    about: "An SLI is a query that tells good from bad.",
    act: "Add an SLI",
  },
  {
    kind: "slos",
    title: "Promise something",
    about: "An SLO says how good is good enough.",
    act: "Add an SLO",
  },
  {
    kind: "alert_routes",
    title: "Say where alerts go",
    about: "A route sends them to teams, chats and pagers.",
    act: "Add a route",
  },
  {
    kind: "team_members",
    title: "Add the people",
    about: "A team's members are told of its alerts.",
    act: "Open the teams",
    at: "teams",
  },
];
