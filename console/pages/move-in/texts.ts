/** The texts of this folder. */

export const theText = "The text";
export const whatYouRunToday = "What you run today";
export const from = "From";
export const itsFilesHereThey = "its files here. They are read together.";
export const proveThatItNotifies = "Prove that it notifies the same people";
export const showWhatItBecomes = "Show what it becomes";
export const proof = "Proof";
export const labels = "Labels";
export const today = "Today";
export const here = "Here";
export const why = "Why";
export const nobody = "nobody";
export const andMore = (count: number) => `And ${count} more.`;
export const todayATree = "Today: a tree";
export const anAlertGoes = "An alert goes to the deepest route that takes it.";
export const hereAList = "Here: a list";
export const routesAreTried =
  "Routes are tried from the top. The first that takes an alert is the last, unless it continues.";
export const everyAlert = "every alert";
export const nobodyOnPurpose = "nobody, on purpose";
export const continues = " continues";
export const whatItBecomes = "What it becomes";
export const notifiedOfNothingAnyMore = "Notified of nothing any more";
export const carriedOverInAnotherWay = "Carried over in another way";
export const goodToKnow = "Good to know";
export const alertsThatReachNobody = "Alerts that reach nobody";
export const nothingOfItBecomes = "Nothing of it becomes a row here.";
export const planIt = "Plan it";
export const thePlanShowsEveryRow =
  "The plan shows every row before anything is stored, and can be taken back after.";
export const set = "Set";
export const whoOwnsTheRowsWithout = "Who owns the rows. Without one, nobody does.";
export const plan = "Plan";
export const moveIn = "Move in";
export const dropWhatYourTeamRuns =
  "Drop what your team runs today. You see what each part becomes and who would be notified; nothing is stored until you apply the plan.";
