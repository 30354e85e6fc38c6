/** What the intake of events takes and answers. */
import { eventKeys } from "../../../kernel/events.ts";
import { boolean, choice, defaultLimits, list, map, object, text, timestamp } from "../../../kernel/field.ts";
import { eventReasons } from "./decide.ts";

/** What keeps something back because of an alert that is open. */
export const inhibitedBy = (description: string) =>
  object({
    description,
    nullable: true,
    fields: {
      id: text({
        description:
          "The inhibition's id; of what burn alerts of one SLO keep back, which nobody has to write, it is slo_burns and a severity.",
      }),
      name: text({ description: "Its name." }),
      alert_id: text({ description: "The id of the alert that is open." }),
      alert_title: text({ description: "Its title." }),
    },
  });

const event = choice({ description: "What happened.", choices: eventKeys });

export const emitInput = {
  event,
  title: text({
    description: "What happened, in one line.",
    example: "Disk is full on db-1",
  }),
  body: text({
    description: "More of it, in plain text.",
    max: defaultLimits.query,
    nullable: true,
    multiline: true,
  }),
  service: text({ description: "The service.", max: defaultLimits.name, nullable: true }),
  labels: map({ description: "Labels, such as severity; alert mutes look at them too." }),
  url: text({
    description: "Where there is more to see.",
    format: "link",
    min: 1,
    max: 2_000,
    nullable: true,
  }),
  dedupe_key: text({
    description:
      "Names this occurrence. An event sent again with it within a day gets the first answer, and nobody is notified twice.",
    min: 1,
    max: defaultLimits.name,
    nullable: true,
    example: "alert-4711",
  }),
  explain: boolean({
    description: "Answers who would be mailed and why. Nothing is kept and nothing is sent.",
    default: false,
  }),
} as const;

export const emitOutput = {
  id: text({ description: "The event's id; null where it was only explained.", nullable: true }),
  event,
  status: choice({
    description:
      "queued: it is being mailed. held: there is no mail server; it is mailed once SMTP_URL names one, if that is within a day. muted: a mute by name, by alert_mutes or an inhibition keeps it back, and it is not sent later. silenced: mail is off, or there is nobody to mail.",
    choices: ["queued", "held", "muted", "silenced"],
  }),
  reason: choice({ description: "What decided.", choices: eventReasons }),
  message: text({ description: "The same in a sentence." }),
  recipients: list({
    description: "Who is mailed.",
    max: 200,
    items: text({ description: "An email address." }),
  }),
  mute_id: text({ description: "The alert mute that matched.", nullable: true }),
  inhibited_by: inhibitedBy(
    "The alert inhibition that keeps an alert_created back, because of an alert that is open; null for none.",
  ),
  at: timestamp({ description: "When it was accepted." }),
} as const;
