/** The texts of this folder. */

export const title = "Send a team's alerts to Slack or a pager";
export const about =
  "Makes the channel and the route to it at once, and sends a test through them: a drill, which is marked as one.";
export const team = "Team";
export const teamHelp = "Its name here. The route belongs to it.";
export const noTeam = "Write the team's name, such as Payments";
export const isNew = "New team: it is made as well.";
export const channel = "Where to";
export const missing = "Fill this in.";
export const alerts = "Which alerts";
export const alertsHelp =
  "SLOs and certificate monitors that belong to a team send its name as the label team. Alerts of your own rules may have another label, such as service. Without a matcher it is every alert that no route before takes.";
export const send = "Create and send a test";
export const sendAbout = "Whoever reads the channel gets the test.";
export const untested = "No test was sent";
export const place = "Give it another place";
export const picture = "See who is notified";
export const another = "Another team";
export const made = (name: string) => `Made ${name}.`;
export const theRouteSendsAlerts = "The route {name} sends alerts of {team} to the target {name2}.";
export const settingThisUpNeeds = "Setting this up needs the role Org admin.";
export const without =
  "For several channels, another order or other repeats, there is <link>the form of a route</link>.";
