/**
 * The closed vocabulary in which every resource is described. A field says everything about itself once:
 * validation, OpenAPI, MCP tools, the export, Terraform's schema, console forms and audit diffs are all
 * drawn from it. Each surface switches exhaustively over `type`, so that a new type of field does not
 * compile until every surface knows it.
 */
import type { Deprecation } from "./deprecation.ts";
import type { TextFormat } from "./format.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The variants of a kind that a field belongs to: the values of another field of the same row. */
export interface OnlyFor {
  /** The name of the choice that decides. */
  readonly field: string;
  readonly values: readonly string[];
}

/** Where a form shows a field; without one it is among the basics. What is advanced stays folded while it is at its defaults. */
export type Section = "When" | "Access" | "Advanced";

/** What a form needs to know of a field that is set on the row itself. */
interface Placed {
  readonly onlyFor?: OnlyFor;
  readonly section?: Section;
}

interface Common extends Placed {
  /** One sentence for people and models: what the field means and what follows from it. */
  readonly description: string;
  /** Settable at creation only. */
  readonly fixed?: true;
  /** `null` is a value, and clears. */
  readonly nullable?: true;
  /** May be left out inside an object, and is then left out of answers too. */
  readonly optional?: true;
  /** In a choice between shapes (`exactlyOne`): part of the shape that this other field is, and only there with it. */
  readonly partOf?: string;
  /**
   * Only a new row that leaves it out is given a value: the default, or where there is none the one that the kind's
   * feature works out. A row that is there keeps what it has, also where a body that says the whole row is silent.
   * Of one that is `nullable`, and not `filled`, null says that nobody chose: what the write found out, in the state of
   * the same name, is shown in its place, so that making the row again finds it out anew.
   */
  readonly keptWhenAbsent?: true;
  /**
   * Where a new row leaves it out, the kind's feature works it out (`fill`) from rows of this kind: it has no default, and
   * null is a value like any other.
   */
  readonly filled?: string;
  /** The page of somebody else's documentation that explains the value. */
  readonly link?: string;
  /** Another field has taken its place. */
  readonly deprecated?: Deprecation;
}

/**
 * What a value of a deciding field stands for, in people's words: forms offer the values as tiles, and descriptions
 * repeat the help. It adds no rule.
 */
export interface Variant {
  readonly title: string;
  /** Two sentences: what it does, and what it needs and from where. */
  readonly help: string;
  /** The vendor's page that says how to get what it needs. */
  readonly link?: string;
  /** What it says of fields, or of members such as `config.url`. Fields that it asks for stand first, all others are advanced. */
  readonly fields: Readonly<Record<string, VariantField>>;
  /** Values of other fields that follow from it in a new row, unless somebody says otherwise. */
  readonly begins?: Readonly<Record<string, Json>>;
}

export interface VariantField {
  /** What the vendor calls it. */
  readonly title?: string;
  /** What it holds, without the words that belong to other variants. */
  readonly help?: string;
  /** A form asks for it first. */
  readonly asked?: true;
  /** Nothing works before one of these has a value, so a form wants it. */
  readonly needs?: readonly string[];
}

export interface TextField extends Common {
  readonly type: "text";
  /** Bounds in Unicode code points, both inclusive. */
  readonly min: number;
  readonly max: number;
  readonly format?: TextFormat;
  /** What people may see it filled with, where neither its format nor its name shows. */
  readonly example?: string;
  /** Values that are known and offered; others are taken too. */
  readonly suggested?: readonly string[];
  /** What suggested values stand for. */
  readonly variants?: Readonly<Record<string, Variant>>;
  /** The value is the exact name of such a thing: forms offer the names that rows hold, and a page gathers what names it. */
  readonly names?: "service";
  readonly default?: string | null;
  /** Drawn as a text area and written as a heredoc-friendly value: queries, prompts, notes. */
  readonly multiline?: true;
  /** Plain language over several lines: it is read as a text, and not letter by letter like a query. */
  readonly prose?: true;
  /** It is read by people: blanks and invisible characters alone are refused (one-line.ts). */
  readonly says?: true;
  /** A name: one line, without control characters and line separators. */
  readonly oneLine?: true;
  /** What a program said went wrong: kept and shown as one sentence without secrets (sanitised.ts). */
  readonly sanitised?: true;
  /** In Unicode's composed form (NFC, UAX #15), the only one in which Terraform holds a text. */
  readonly composed?: true;
  /** A new value loses blanks at its ends (names.ts). */
  readonly trimmed?: true;
  /** It is compared letter by letter with what others write, and keeps the blanks at its ends. */
  readonly verbatim?: true;
}

export interface IntegerField extends Common {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
  /** The only values there are, where not all between the bounds will do. */
  readonly choices?: readonly number[];
  /** Values that people often take; a form offers them. */
  readonly suggested?: readonly number[];
  readonly unit?: string;
  readonly default?: number | null;
}

export interface NumberField extends Common {
  readonly type: "number";
  readonly min: number;
  readonly max: number;
  /** The bounds themselves are refused ("> 0, < 100"). */
  readonly exclusive?: true;
  /** Values that people often take; a form offers them. */
  readonly suggested?: readonly number[];
  readonly unit?: string;
  readonly default?: number | null;
}

/** How good or bad it is to be in a state: the console draws a dot in its colour. */
export type Tone = "good" | "warning" | "bad" | "quiet";

export interface BooleanField extends Common {
  readonly type: "boolean";
  /** Where one side of it is a state that somebody should see. */
  readonly tones?: { readonly [side in "true" | "false"]?: Tone };
  /** Turns the whole row on and off: the state of a row that is off is nobody's trouble. */
  readonly switch?: true;
  readonly default?: boolean | null;
}

export interface ChoiceField extends Common {
  readonly type: "choice";
  readonly choices: readonly string[];
  /** What the choices stand for. */
  readonly variants?: Readonly<Record<string, Variant>>;
  readonly default?: string | null;
  /** Makes the field a state: how good or bad each choice is. */
  readonly tones?: { readonly [choice: string]: Tone };
  /** Choices that wait for somebody's decision, even while the row is switched off. */
  readonly needsDecision?: readonly string[];
  /** Of a state that is reported again and again: the choice that it reads once nobody has for too long (staleness.ts). */
  readonly unseen?: string;
}

export interface TimestampField extends Common {
  readonly type: "timestamp";
  /** Of what is reported: it has happened, so that a time that is still to come is a clock that is ahead. */
  readonly past?: true;
  /**
   * Says that it is the time of what was last seen of the row, and for how many minutes that holds; where the row is
   * looked at by an interval of its own, the field `every` holds it, in seconds or minutes, and is waited for first.
   */
  readonly staleAfter?: { readonly minutes: number; readonly every?: string };
  readonly default?: null;
}

export interface DateField extends Common {
  readonly type: "date";
  readonly default?: null;
}

export interface ListField extends Common {
  readonly type: "list";
  readonly items: ItemField;
  /** `true` may stand for the list: all that there is. */
  readonly orTrue?: true;
  readonly min: number;
  readonly max: number;
  readonly default?: readonly Json[] | null;
}

export interface ObjectField extends Common {
  readonly type: "object";
  readonly fields: Readonly<Record<string, ItemField>>;
  /** Exactly one of the fields is present, not counting those that are `partOf` another: a choice between shapes. */
  readonly exactlyOne?: true;
  /** Of a choice between references: the name of a row may be written in its place, and becomes it. */
  readonly byName?: true;
  /**
   * Of a choice between shapes: the shape that is a choice of words. The word alone stands for the object, and is how the
   * value is kept and shown; Terraform, where a value has one type, has the object.
   */
  readonly word?: string;
  /**
   * May hold further members of any shape, as a record of change holds values of every field. `rows`: those of a bundle,
   * rows by kind, which the API's description shows kind by kind.
   */
  readonly open?: true | "rows";
  readonly default?: null | string;
}

export interface MapField extends Common {
  readonly type: "map";
  /** Bounds of each value, in Unicode code points. */
  readonly maxValue: number;
  readonly maxEntries: number;
  /** Keys that mean something by the value of another field; all others stay free. */
  readonly membersBy?: MembersBy;
  readonly default?: { readonly [key: string]: string } | null;
}

export interface ReferenceField extends Common {
  readonly type: "reference";
  /** The kind whose row's id stands here. */
  readonly to: string;
  /**
   * What becomes of this row when that one is deleted: it holds it back (the rule), goes with it, or stays and names a
   * row that is gone, of which the kind's feature speaks.
   */
  readonly onDelete?: "cascade" | "stays";
  /** The row's name may be written in the place of its id, and becomes it. */
  readonly byName?: true;
  /** Who answers for the row. */
  readonly owner?: true;
  readonly default?: null;
}

/** A value that goes in and never comes out; read back as the boolean `<name>_set`. */
export interface SecretField extends Placed {
  readonly type: "secret";
  readonly description: string;
  readonly deprecated?: Deprecation;
  /** `object` takes a JSON object (at most four deep); `text` takes a string. */
  readonly shape: "text" | "object";
  readonly max: number;
  /** A text of several lines, such as a key in PEM. */
  readonly multiline?: true;
  /** What the object takes, by the value of another field. */
  readonly membersBy?: MembersBy;
  /**
   * The field with the address that it, or a part of it, is sent to; `metadata.host` for a member of a map. It is given for that address only: after a change of the address it
   * is not sent before it is written again (secret-addresses.ts).
   */
  readonly sentTo?: string;
  /** Another field with an address that it is sent to as well: a change of either leaves it behind. */
  readonly alsoSentTo?: string;
  /** Of rows that do not all send it, those that do: by the values of another field. */
  readonly sentBy?: { readonly field: string; readonly values: readonly string[] };
  /** The page of somebody else's documentation that explains the value. */
  readonly link?: string;
  readonly fixed?: never;
  readonly nullable?: never;
  readonly optional?: never;
  readonly keptWhenAbsent?: never;
  readonly filled?: never;
}

/**
 * What a map or a secret object holds by the value of another field of the same row: a connector's settings by its
 * type. Only fields of the row itself may have it. The other field is fixed at creation, so that what was right when
 * it was written stays right. A value without an entry here leaves the members free.
 */
export interface MembersBy {
  /** The name of the field that decides. */
  readonly field: string;
  readonly sets: Readonly<Record<string, MemberSet>>;
}

/** The members that are known for one value. None has to be there; inside a map each is a text or a choice. */
export interface MemberSet {
  readonly members: Readonly<Record<string, Member>>;
  /** Further members are refused: what reads them knows these only. */
  readonly closed?: true;
  /** The page of the vendor's documentation that explains them together; a member may name one of its own. */
  readonly link?: string;
  /** What has to be put in place on the other side first: the value of a field of a setting. */
  readonly paste?: {
    readonly setting: string;
    readonly field: string;
    readonly title: string;
  };
}

/** One of them: a secret one is hidden while it is typed. */
export type Member = ItemField | SecretField;

/** A value that nobody sets through the row. */
export interface ComputedField {
  readonly type: "computed";
  readonly description: string;
  readonly deprecated?: Deprecation;
  readonly shape: ItemField;
  /**
   * `state`: kept next to the configuration, moved by time or a checker. `derived`: computed from the row
   * at every read. `revealed`: made of the row for who may see it, by the kind's feature. `age`: follows from when the row was last
   * seen (staleness.ts).
   */
  readonly from: "state" | "derived" | "revealed" | "age";
  /** Moves by itself, so an update that carries it is not held to its present value (docs/contract.md, "Read-only values"). */
  readonly routine: boolean;
  /**
   * The settings whose change may move it in the same write, or any change of the row. Without it no change of its
   * own row moves it: only time, a checker, an action or another row does.
   */
  readonly movedBy?: readonly string[] | "any change";
  /** Only administrators are shown it, and Terraform prints it nowhere. */
  readonly confidential?: true;
  /** An outside checker may report it (action report_state). */
  readonly reported?: true;
  /** Its reports are kept for charts: numbers as they are, a state as 100 while it is not bad and 0 while it is. */
  readonly history?: true;
  readonly fixed?: never;
  readonly nullable?: never;
  readonly optional?: never;
  readonly keptWhenAbsent?: never;
  readonly filled?: never;
}

/** What may stand inside a list or an object. */
export type ItemField =
  | TextField
  | IntegerField
  | NumberField
  | BooleanField
  | ChoiceField
  | TimestampField
  | DateField
  | ListField
  | ObjectField
  | MapField
  | ReferenceField;

export type Field = ItemField | SecretField | ComputedField;
export type Fields = Readonly<Record<string, Field>>;
