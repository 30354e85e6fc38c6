/** What the calls about Git sources answer. */
import { choice, type Fields, integer, list, object, text } from "../../../kernel/field.ts";

/** Where a row is. */
export const whereFields = {
  kind: text({ description: "The kind of the row." }),
  id: text({ description: "Its id." }),
  status: choice({
    description:
      "found: file and line say where it is. none: no Git source has to do with it. unknown: nobody can say, and why says for what reason.",
    choices: ["found", "none", "unknown"],
  }),
  source: object({
    description: "The Git source that the row comes from, as far as there is one.",
    nullable: true,
    fields: {
      id: text({ description: "Its id." }),
      name: text({ description: "Its name." }),
      branch: text({ description: "The branch that it reads." }),
    },
  }),
  commit: text({ description: "The commit of the branch at which this holds.", nullable: true }),
  file: text({ description: "The file, from the root of the repository.", nullable: true }),
  line: integer({ description: "The line on which the row begins.", min: 1, nullable: true }),
  link: text({
    description: "The line on the forge's page at that commit; null where the forge is not known.",
    nullable: true,
  }),
  why: text({ description: "Why there is no place; null where there is one.", nullable: true }),
} satisfies Fields;

/** Files whose names are answered. */
export const mostNamed = 20;

/** What a look at a repository finds, next to what every connection test answers. */
export const triedFields = {
  commit: text({ description: "The commit that the branch stands at.", nullable: true }),
  host_key: text({
    description:
      "The fingerprint of the key that the ssh server shows; null for https. Compare it with what the forge publishes; the first look after saving keeps what it is shown.",
    nullable: true,
  }),
  files: list({
    description: `The first ${mostNamed} files of the folder that would be read.`,
    max: mostNamed,
    items: text({ description: "A file, from the root of the repository." }),
  }),
  file_count: integer({
    description: "How many there are; null where nothing was read.",
    nullable: true,
    min: 0,
  }),
} satisfies Fields;
