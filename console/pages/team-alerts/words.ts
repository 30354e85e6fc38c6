/** The texts of the page that sends a team's alerts to a channel. */
export const texts = {
  title: "Send a team's alerts to Slack or a pager",
  about:
    "Makes the channel and the route to it at once, and sends a test through them: a drill, which is marked as one.",
  team: "Team",
  teamHelp: "Its name here. The route belongs to it.",
  noTeam: "Write the team's name, such as Payments",
  isNew: "New team: it is made as well.",
  channel: "Where to",
  missing: "Fill this in.",
  alerts: "Which alerts",
  alertsHelp:
    "SLOs and certificate monitors that belong to a team send its name as the label team. Alerts of your own rules may have another label, such as service. Without a matcher it is every alert that no route before takes.",
  send: "Create and send a test",
  sendAbout: "Whoever reads the channel gets the test.",
  untested: "No test was sent",
  place: "Give it another place",
  picture: "See who is notified",
  another: "Another team",
  without: "For several channels, another order or other repeats, there is",
  form: "the form of a route",
} as const;

/** What there is to say of a name, and of one that no team has. */
export function hintOf(name: string, known: readonly string[]): string {
  if (name === "" || known.includes(name)) return texts.teamHelp;
  const alike = known.find((one) => one.toLowerCase() === name.toLowerCase());
  return alike === undefined ? texts.isNew : `Known as “${alike}”. Capital letters count.`;
}

/** @param labels such as `team=Payments` */
export function unseenText(labels: readonly string[]): string {
  return `No alert of the last week had ${labels.join(" or ")}. Alerts that are to come may.`;
}
