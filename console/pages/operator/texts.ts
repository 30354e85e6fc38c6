/** The texts of this folder. */
import { counted } from "../../../src/kernel/readable.ts";

export const newOrganization = "New organization";
export const thenAddItsFirstOrg =
  "Then add its first Org admin: orgconfig members add ORG EMAIL --role org_admin.";
export const create = "Create";
export const nameAndPlanOf = (name: string) => `Name and plan of ${name}`;
export const itsShortNameInAddresses = (slug: string) => `Its short name in addresses, ${slug}, stays.`;
export const save = "Save";
export const name = "Name";
export const plan = "Plan";
export const theApiAndMcpBelong = "The API and MCP belong to business; the console works on every plan.";
export const quotasOf = (name: string) => `Quotas of ${name}`;
export const whatIsLeftEmpty = (plan: string, ofPlan: string) =>
  `What is left empty is as its plan says (${plan}: ${ofPlan}). Where there is more than a quota allows, it stays, and no more is taken.`;
export const quotasOfPlans = "Quotas of plans";
export const forEveryOrganization =
  "For every organization of the plan that has no quota of its own in its place.";
export const savePlan = (plan: string) => `Save ${plan}`;
export const rowsOfEachKind = "Rows of each kind";
export const alertsThatBeginWithin = "Alerts that begin within a minute";
export const subscribersOfItsStatusPage = "Subscribers of its status page";
export const requestsASecondAllCredentials = "Requests a second, all credentials together";
export const asThePlanSays = (words: number) => `${words}, as the plan says`;
export const noLimit = "No limit";
export const rowsOfSingleKinds = "Rows of single kinds";
export const aKindAndItsNumber =
  "A kind and its number a line, such as slos = 50. Everywhere, none is no limit.";
export const exportName = (name: string) => `Export ${name}`;
export const orgconfigRestoreFileOrganization = (slug: string) =>
  `orgconfig restore FILE --organization ${slug}`;
export const aFileWithItsRows =
  "A file with its rows, people, keys, history and audit log, as of this moment. Secrets stay sealed, and need this installation's keys; passwords are left out. Keep it like a backup. {span} brings it back.";
export const download = "Download";
export const suspendName = (name: string) => `Suspend ${name}`;
export const itTakesNoChanges =
  "It takes no changes, at every door, until you lift it. Its people read why. They can read and export everything, and <strong>alerts still reach them</strong>.";
export const suspend = "Suspend";
export const reason = "Reason";
export const theOrganizationsPeopleReadIt = "The organization's people read it.";
export const liftTheSuspensionOf = (name: string) => `Lift the suspension of ${name}`;
export const lift = "Lift";
export const itTakesChangesAgain = "It takes changes again.";
export const itIsGoing = "It is going to be deleted, and takes no changes until that is taken back, too.";
export const itStaysAndIsSuspended = (ofValue: string, noSuspension: boolean) =>
  `${ofValue} ${noSuspension ? "It stays, and takes changes again." : "It stays, and is suspended as before."}`;
export const takeTheDeletionOfBack = (name: string) => `Take the deletion of ${name} back`;
export const takeItBack = "Take it back";
export const deleteName = (name: string) => `Delete ${name}`;
export const itIsDeletedWithEverything =
  "It is deleted with everything that it holds when the days are over, and can be taken back until then. Meanwhile it takes no changes, and alerts still reach its people; <strong>after it nobody is paged</strong>.";
export const itWaitsForAnExport =
  "It waits for an export that was made after now: download one from its actions. With 0 days it goes at once, if it was suspended and exported before.";
export const daysFromNow = "Days from now";
export const typeToContinue = "Type {slug} to continue";
export const deleteNow = "Delete";
export const size = "Size";
export const requests = "Requests";
export const database = "Database";
export const alertsAnHour = "Alerts an hour";
export const organization = "Organization";
export const state = "State";
export const lastActive = "Last active";
export const goingToBeDeleted = "Going to be deleted";
export const suspended = "Suspended";
export const active = "Active";
export const noisy = "Noisy";
export const itsQuotaRefusesRequests = "Its quota refuses requests.";
export const theDatabaseWorks = "The database works for it much of the time.";
export const rows = (count: string) => `${count} rows`;
export const refused = (count: string) => `${count} refused`;
export const never = "never";
export const actionsOn = (name: string) => `Actions on ${name}`;
export const actions = "Actions";
export const nameAndPlan = "Name and plan…";
export const quotas = "Quotas…";
export const exportNow = "Export…";
export const suspendBegun = "Suspend…";
export const liftTheSuspension = "Lift the suspension…";
export const deleteNowBegun = "Delete…";
export const takeTheDeletionBack = "Take the deletion back…";
export const organizations = "Organizations";
export const ofThisInstallation = "Of this installation.";
export const organizationsOfThisInstallation = (count: number) =>
  `${counted(count, "organization")} of this installation.`;
export const ratesAreTheMean = (minutes: number) =>
  ` Rates are the mean of the last ${minutes} minutes over all nodes.`;
export const forgetTheToken = "Forget the token";
export const plans = "Plans";
export const theTokenIsNotTaken = "The token is not taken any more";
export const forgetItAndGive = "Forget it, and give the present one.";
export const noOrganizationsYet = "No organizations yet";
export const makeOne = "Make one, and then its first Org admin: orgconfig members add.";
export const order = "Order";
export const moreThanAreShownOrgconfig = "More than are shown: orgconfig orgs list has them all.";
export const operatorOrgconfig = "Operator · orgconfig";
export const operator = "Operator";
export const theOrganizationsOfThisInstallation =
  "The organizations of this installation, for whoever runs it.";
export const operatorToken = "Operator token";
export const continueOn = "Continue";
export const itIsKept =
  "It is kept in this page's memory only, and asked for again after a reload. It is <orgconfigOperator>ORGCONFIG_OPERATOR_TOKEN</orgconfigOperator>, or the file operator-token in the data directory.";
export const mostRequests = "Most requests";
export const mostTimeOfTheDatabase = "Most time of the database";
export const mostAlerts = "Most alerts";
export const largest = "Largest";
