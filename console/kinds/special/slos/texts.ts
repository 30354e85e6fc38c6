/** The texts of this folder. */

export const errorBudgetLeft = "Error budget left";
export const itsErrorBudget = "Its error budget has not been measured yet.";
export const ofTheErrorBudget = (words: string) =>
  `Error budget: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
export const errorBudget30Days = "Error budget, 30 days";
export const off = "Off";
export const notMeasuredYet = "Not measured yet";
export const errorBudgetRemaining = "Error budget remaining";
export const rangeOfTheBudget = "Range of the budget";
export const noAlertDeployOrChange = "No alert, deploy or change of it is known in this time.";
export const whatHappenedMeanwhile = "What happened meanwhile";
export const whatHappenedMeanwhileAlertChange = (
  alert: string,
  change: string,
  deploy: string,
  cut: boolean,
) =>
  `What happened meanwhile: ${alert} alert, ${change} change, ${deploy} deploy${cut ? ". The newest are marked; older ones may be missing" : ""}`;
export const showFewer = "Show fewer";
export const showAll = (count: number) => `Show all ${count}`;
export const nothingIsMeasuredYet = "Nothing is measured yet, so nobody knows what is left.";
export const itsDataSourceIsAsked = "Its data source is asked for the events of the window…";
export const measureAgain = "Measure again";
export const itsDataSourceAnswers =
  "Its data source answers, and has no events for the queries of its SLI. Try the queries at the SLI.";
export const burnRateOfTheLast = (count: string) => `. Burn rate of the last hour: ${count}`;
export const thereWasNoTime = "; there was no time for earlier ones";
export const measuredOnceByThisService =
  "Measured once by this service, from the events that its data source has of the time since {moment}{cut}. No burn alert fires before an engine evaluates it.";
export const errorBudget = "Error budget";
export const whatEachBurnAlertWould = "What each burn alert would need";
export const severity = "Severity";
export const firesWhen = "Fires when";
export const ofTheBudgetIsSpent = (spends: string) => `${spends} of the budget is spent by then`;
export const ofSliPercent = (sliPercent: string) => `${sliPercent} of `;
export const burnRateNow = (count: string) => ` · burn rate ${count}`;
export const overDays = "{sliPercent}{targetPercent} over {count} days{burnRate}{age}";
export const overTime = "{chevron}Over time";
export const aSample = "A sample";
export const aSampleTheseFigures = "A sample: these figures are made up";
export const thisIsHowAnSlos =
  "This is how an SLO's page shows a budget that burns. Yours begins with your metrics.";
export const errorBudgetRemainingASample = "Error budget remaining, a sample";
export const measuredBefore =
  "Changed {when}, after this was measured: it is of {what} still, until it is measured again.";
export const drawnBefore = "Up to {when} it is drawn for {what}, and since then for what holds now.";
export const anotherSli = "another SLI";
export const promised = (target: string, days: string) => `${target} over ${days} days`;
export const measuredAt = (ago: string) => `measured ${ago}`;
