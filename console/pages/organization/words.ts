/** The texts of the organization's page, and which page stands in which card. */
export const title = "Organization";
export const about = "Who belongs here, how people and programs get in, and what the organization is called.";

export interface CardWords {
  readonly title: string;
  readonly about: string;
}

export const cards: Readonly<Record<"people" | "programs" | "own" | "you", CardWords>> = {
  people: { title: "People", about: "Who gets in, and how." },
  programs: { title: "Programs", about: "Keys, and the configuration as a file." },
  own: { title: "The organization", about: "Its name, time zone, security, plan and usage." },
  you: { title: "You", about: "Your own account, in every organization." },
};
