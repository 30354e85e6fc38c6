/** What a mail says, before it is laid out: the text and the page are made of the same parts, and cannot differ. */

export interface MailLine {
  readonly text: string;
  /** Where it leads. */
  readonly url?: string | undefined;
}

export interface MailFact {
  readonly label: string;
  readonly value: string;
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** Lines below a title. */
export interface MailSection {
  readonly title: string;
  readonly lines: readonly MailLine[];
}

/** One value a step, the oldest first; null where nobody knows it. */
export interface MailChart {
  readonly title: string;
  readonly values: readonly (number | null)[];
  /** What it shows, in words: who does not see it misses nothing. */
  readonly caption: string;
}

/** Those that are left out were not there when a mail was queued by an older version. */
export interface MailContent {
  readonly heading: string;
  /** How grave it is. The words say so too. */
  readonly tone?: "bad" | "warning" | "good" | undefined;
  /** The first line below the heading. */
  readonly lead?: string | undefined;
  readonly facts: readonly MailFact[];
  /** Prose; lines of it stay lines. */
  readonly text: string | null;
  /** Where its reader says that they are at it. */
  readonly acknowledgeUrl?: string | undefined;
  /** What its reader will want to open. */
  readonly link: MailLink | null;
  readonly moreLinks?: readonly MailLink[] | undefined;
  /** Whether what can be opened stands before the sections: who is called acts first, and reads lists later. */
  readonly linksFirst?: boolean | undefined;
  readonly chart?: MailChart | undefined;
  readonly sections?: readonly MailSection[] | undefined;
  /** What is looked up rather than read, such as labels. */
  readonly details?: { readonly title: string; readonly facts: readonly MailFact[] } | undefined;
  /** Why it came, and what to do to get no more. */
  readonly footer: string;
  readonly footerLink?: MailLink | undefined;
}
