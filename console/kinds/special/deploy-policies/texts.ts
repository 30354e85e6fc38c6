/** The texts of this folder. */

export const decidedByItsPolicy = "decided by its policy";
export const noPolicySoTheDefaults = "no policy, so the defaults apply";
export const decidedByAnOverride = "decided by an override";
export const deploysAreHeld = (allowed: boolean, words: string) =>
  `${allowed ? "Deploys are allowed" : "Deploys are held"} · ${words}`;
export const noRowNamesThisService =
  "No row names this service, so the gate knows nothing about it. Is its name right?";
export const ends = "{by}: “{reason}”, ends {moment}";
export const withoutTheOverrideDeploysWould = "Without the override, deploys would be held:";
export const hours = (count: number) => `${count} hours`;
export const deployGateNow = "Deploy gate now";
export const deployGate = "Deploy gate";
export const freeze = "Freeze";
export const holdsEveryDeployUntil =
  "Holds every deploy until the time that you choose. This fills in the form; save it to apply. Give a reason for those whose deploys are held.";
export const deploysAreHeldUntilOnce = (until: string, when: boolean) =>
  `Deploys are held until ${until}${when ? ", once saved" : ""}.`;
export const endTheFreeze = "End the freeze";
export const freezeThroughADay = "Freeze through a day";
export const theFreezeLastsThrough = (zone: string) =>
  `The freeze lasts through the last minute of the day, in ${zone} time.`;
export const overrideFor72Hours = "Override for 72 hours";
export const replaceTheOverride = "Replace the override";
export const endTheOverride = "End the override";
export const whatTheOverrideDoes = "What the override does";
export const allowDeploys = "Allow deploys";
export const holdDeploys = "Hold deploys";
export const reason = "Reason";
export const shownInTheAuditLog =
  "Shown in the audit log and in the gate's answers. The override ends after 72 hours.";
export const theGateOf = (service: string) => `the gate of ${service}`;
export const override = "Override {visuallyHidden}";
export const cancel = "Cancel";
export const canItBeDeployed = "Can it be deployed?";
export const askTheGate = "Ask the gate";
export const theAnswerThatAPipeline = "The answer that a pipeline gets for a service.";
export const service = "Service";
export const freezeDeploys = "Freeze deploys";
export const howLong = "How long";
export const notAtAllEnd = "Not at all: end the freeze";
export const shownToPeopleWhoseDeploy = "Shown to people whose deploy is held.";
export const endTheFreezeOf = "End the freeze of";
export const noLongerFrozen = "no longer frozen";
export const frozen = "frozen";
export const next = "Next";
export const theGateWithTheseSettings = "The gate with these settings";
