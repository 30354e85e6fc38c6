/** What a kind may have of its own in the console; special.ts says which kind has what. */
import type { ComponentType } from "react";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import type { InputProps } from "../forms/context.ts";
import type { Edit } from "../parts/plans/edit.ts";
import type {
  AboutAlertProps,
  CellPartProps,
  FieldPartProps,
  FormPartProps,
  ListPartProps,
  OwnFormProps,
  PartProps,
  SaveWordsProps,
  ServiceRowsProps,
  SettingBodyProps,
  SetUpProps,
} from "./part-props.ts";

export interface Special {
  /** False where its rows are shown on the page of another kind, and need no page in the menu. */
  readonly inMenu?: false;
  /** Actions by their wire names, other than those on rows, that are done on its page. */
  readonly actions?: readonly string[];
  /** In the palette: what people do to a row by its name, and the view of the row's page where they do it. */
  readonly verb?: { readonly title: string; readonly view?: "edit" };
  /** Its list: what people call the page, the order that it begins with, and columns that are drawn in another way. */
  readonly list?: {
    readonly title?: string;
    readonly sort?: string;
    readonly cells?: Readonly<Record<string, ComponentType<CellPartProps>>>;
  };
  /** Below its list. */
  readonly ListPanel?: ComponentType<ListPartProps>;
  /** What its list offers for many rows at once, after a question. */
  readonly bulkForms?: readonly BulkForm[];
  /** Above all else on a row's page, while nobody edits it. */
  readonly Lead?: ComponentType<PartProps>;
  /** Settings and charts that the lead shows, so that the page does not show them twice. */
  readonly inLead?: readonly string[];
  /** Next to the settings on a row's page. */
  readonly Panel?: ComponentType<PartProps>;
  /** Computed fields that the panel shows, so that the page does not show them twice. */
  readonly stateInPanel?: readonly string[];
  /** Of a setting: takes the place of all that its page has. */
  readonly SettingPage?: ComponentType<PartProps>;
  /** Of a setting: takes the place of its summary and form. */
  readonly SettingBody?: ComponentType<SettingBodyProps>;
  /** Its form in sections of its own; fields that none of them names stand in the first. */
  readonly sections?: readonly FormSection[];
  /** Inputs of its form that are drawn in another way, by the field's name. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Below a field, in the form and where the row is read; by the field's name. */
  readonly belowField?: Readonly<Record<string, ComponentType<FieldPartProps>>>;
  /** Below the fields of its form, wherever the form is open. */
  readonly BelowForm?: ComponentType<FormPartProps>;
  /** On the button of its form, where a save does more than keep the row. */
  readonly SaveWords?: ComponentType<SaveWordsProps>;
  /** Fields that somebody chooses in the form of a new row, though they have a default: others read at once what is saved. */
  readonly chosenFields?: readonly string[];
  /** Plans say what a change of it would mean, so its form shows that before a save or a delete. */
  readonly previewed?: true;
  /** What can be done with it about an alert: its key and its words at the alert's page, and the form that opens. */
  readonly aboutAlert?: AboutAlert;
  /** On a service's page, in the place of a plain list of its rows. */
  readonly ServiceRows?: ComponentType<ServiceRowsProps>;
  /** On a service's page: its place, in the order in which somebody on call looks; kinds without one follow. */
  readonly servicePlace?: number;
  /** Its part of what needs attention: the heading, and the next step with one of its rows. */
  readonly attention?: { readonly title: string; readonly step?: string };
  /** What people come to make: new rows of one sort, each with a short form; the first is what a new one is. */
  readonly jobs?: readonly Job[];
  /** A new row is made in steps, in the place of its form; with `other` in the address by the form all the same. */
  readonly SetUp?: ComponentType<SetUpProps>;
  /** Of vendors that its tiles offer: forms that ask for less, by the value of the deciding field. */
  readonly ownForms?: Readonly<Record<string, OwnForm>>;
  /** Its step on the way from data to people who are notified. */
  readonly firstStep?: FirstStep;
}

/** A form of its own for one vendor: a page, and the same in a dialog. */
export interface OwnForm {
  /** Below the organization's address. */
  readonly path: string;
  readonly Form: ComponentType<OwnFormProps>;
}

/** A form for one job: the few fields that a person decides, in their order; all others are advanced. */
export interface Job {
  readonly title: string;
  readonly about: string;
  readonly fields: readonly string[];
  /** What its row begins with, by which the address says that it is this job; of the first one nothing. */
  readonly begins: Readonly<Record<string, string>>;
}

/** A part of a form under a heading. */
export interface FormSection {
  readonly name: string;
  readonly fields: readonly string[];
  /** What its fields come to, said below the heading. */
  readonly Words?: ComponentType<Pick<FormPartProps, "form">>;
}

export interface AboutAlert {
  readonly key: string;
  readonly title: string;
  readonly Dialog: ComponentType<AboutAlertProps>;
}

/** A step that is done once there is a row of the kind. */
export interface FirstStep {
  /** Each needs the one before. */
  readonly place: number;
  readonly title: string;
  readonly about: string;
  readonly button: string;
  /** The page on which it is done, below the organization's address, where that is no form of the kind. */
  readonly path?: string;
}

/** By kind. */
export type SpecialKinds = Readonly<Record<string, Special>>;

/** One act on every chosen row. */
export interface BulkAction {
  readonly title: string;
  /** How the notice says it afterwards. */
  readonly done: string;
  /** Several where another row takes its place; undefined where there is nothing to do with the row. */
  readonly edit: (id: string) => Edit | readonly Edit[] | undefined;
  /** What is said where there is nothing to do with any of them. */
  readonly nothing?: string;
}

export interface BulkFormProps {
  readonly definition: Definition;
  /** The rows that are chosen. */
  readonly ids: ReadonlySet<string>;
  readonly close: () => void;
  readonly start: (action: BulkAction) => void;
}

export interface BulkForm {
  readonly title: string;
  readonly Dialog: ComponentType<BulkFormProps>;
}
