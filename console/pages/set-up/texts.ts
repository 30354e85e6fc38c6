/** The texts of this folder. */

export const fields = (list: string) => `Fields: ${list}`;
export const needAttention = (count: number) =>
  count === 1 ? "1 needs attention" : `${count} need attention`;
export const notMeasured = (count: string, causes: number) =>
  `${count} not measured${causes === 1 ? "" : `, by ${causes} causes`}`;
