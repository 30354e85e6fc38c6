/** The texts of this folder. */

export const result = "Result";
export const noRowDecidesIt = "No row decides it.";
export const decidedByOrNames = "Decided by, or names:";
export const aBehaviourTestWouldFail = "A behaviour test would fail";
export const behaviourTestsWouldFail = (count: string) => `${count} behaviour tests would fail`;
export const nothingWasChangedAfter = "Nothing was changed. After the change this would happen:";
export const reasonToChangeItAll = "Reason to change it all the same";
export const itGoesIntoTheAudit = "It goes into the audit log, with the tests that fail from then on.";
export const changeItAllTheSame = "Change it all the same";
export const ifItIsMeant =
  "If it is meant, an administrator can change the test, or make the change with a reason.";
export const close = "Close";
