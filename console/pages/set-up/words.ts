/** The texts of Set-up: what people come to do, a task for each group of pages. */
import type { Group } from "../../../src/kernel/kind.ts";

export const title = "Set-up";
export const about = "Everything that can be configured, by what it is for.";
export const search = "Search the set-up";
export const nothing = "Nothing in the set-up has these words. ⌘K looks for rows as well.";

export interface Task {
  readonly title: string;
  readonly about: string;
  /** Words that people look for, which no page has in its own texts. */
  readonly also: string;
}

export const tasks: Readonly<Record<Group, Task>> = {
  Alerting: {
    title: "Who is notified",
    about: "Where an alert goes, who is called next, and what stays quiet.",
    also: "pager escalation silence notify email",
  },
  "On call": {
    title: "Who is on call",
    about: "Who is called when, who stands in for whom, and who is away.",
    also: "rota schedule rotation shift override holiday vacation hand-over",
  },
  Reliability: {
    title: "What is measured",
    about: "Where figures come from, how good is good enough, and what is checked from outside.",
    also: "objective budget uptime tls ping prometheus",
  },
  Deploys: {
    title: "What may be deployed",
    about: "When deploys are held, and how images and repositories are looked after.",
    also: "freeze gate release",
  },
  "Status page": {
    title: "What the public sees",
    about: "The status page, its components, and what is posted there.",
    also: "outage maintenance subscribers",
  },
  Integrations: {
    title: "What is connected",
    about: "Clouds, clusters, vendors, trackers and chats, and what a service is called in each.",
    also: "engine agent prometheus alertmanager jira chat",
  },
  AI: {
    title: "What AI may do",
    about: "Models, prompts, and how much is done without asking.",
    also: "llm assistant model spend",
  },
  Organization: {
    title: "Who belongs here",
    about: "People, teams, how they sign in, and what the organization is called.",
    also: "user invite role sso saml scim time zone audit billing",
  },
  Developers: {
    title: "From code",
    about: "Keys for programs, and the whole configuration as a file.",
    also: "api terraform yaml token mcp curl script",
  },
};
